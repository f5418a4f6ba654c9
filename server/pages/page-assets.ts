/** Vite's manifest: the built files of each source module (vite.dev "Backend Integration"). */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** The `link` elements of a page, as HTML. */
export interface Links {
  styles: string
  code: string
}

/**
 * Makes links to the files that a page's modules need besides those that the built page names: style sheets, so that
 * the page is never painted without them, and code, so that the browser loads all of it at once.
 * @throws if a module is not a chunk of the build.
 */
export function linksToFiles(manifest: Manifest, modules: readonly string[], html: string): Links {
  const chunks = new Set<string>()
  for (const module of modules) {
    if (!manifest[module]) throw new Error(`The build has no chunk for ${module}.`)
    collect(module)
  }
  const files = [...chunks].flatMap((name) => manifest[name] ?? [])
  const isMissing = (file: string) => !html.includes(`"/${file}"`)
  const styles = new Set(files.flatMap(({ css = [] }) => css).filter(isMissing))
  const link = (how: string) => (file: string) => `<link ${how} crossorigin href="/${file}">`
  return {
    styles: [...styles].map(link('rel="stylesheet"')).join(''),
    code: files
      .map(({ file }) => file)
      .filter(isMissing)
      .map(link('rel="modulepreload" fetchpriority="low"'))
      .join(''),
  }

  function collect(name: string): void {
    const chunk = manifest[name]
    if (!chunk || chunks.has(name)) return
    chunks.add(name)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
}

/**
 * Makes a `Link` header (RFC 8288) for the script and style sheets that block the head of a built page: the browser
 * requests them before it has the page.
 */
export function linkHeader(html: string): string {
  const scripts = [...html.matchAll(/<script src="([^"]+)"/g)].map(
    ([, file]) => `<${file}>; rel=preload; as=script`,
  )
  const styles = [...html.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)"/g)].map(
    ([, file]) => `<${file}>; rel=preload; as=style; crossorigin`,
  )
  return [...scripts, ...styles].join(', ')
}
