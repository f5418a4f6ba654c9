/** Vite's account of what was built from what (vite.dev "Backend Integration"). */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** As HTML. */
export interface Links {
  styles: string
  code: string
}

/**
 * Links for a page to what its source needs beside what the built page names already: style sheets, so that it is never seen
 * without them, and code, so that all of it comes at once.
 */
export function linksToFiles(manifest: Manifest, source: string, html: string): Links {
  const chunks = new Set<string>()
  collect(source)
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
 * A `Link` header (RFC 8288) for what the head of a built page waits for: its script and its style sheets, which a browser
 * then asks for before it has the page.
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
