/** Vite's account of what was built from what (vite.dev "Backend Integration"). */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

/**
 * Links for the head of a page to what its source needs beside what is loaded on every page: style sheets, so that it is
 * never seen without them, and code, so that all of it comes at once.
 */
export function linksToFiles(manifest: Manifest, source: string): string {
  const chunks = new Set<string>()
  collect(source)
  const files = [...chunks].flatMap((name) => manifest[name] ?? [])
  const styles = files.flatMap(({ css = [] }) => css)
  return [
    ...[...new Set(styles)].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...files.map(({ file }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
  ].join('')

  function collect(name: string): void {
    const chunk = manifest[name]
    if (!chunk || chunk.isEntry || chunks.has(name)) return
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
