/** What a page says about itself to browsers, search engines and whoever is sent its address. */
export interface PageHead {
  title: string
  description: string
  /** Kept out of search engines. */
  unlisted?: boolean
}

const CONFIG_BLOCK = /(<script type="application\/json" id="config">)[^<]*(<\/script>)/
const TITLE = /(<title>)[^<]*(<\/title>)/
const TITLE_META = /(<meta\s+property="og:title"\s+content=")[^"]*(")/
const NOINDEX_META = '<meta name="robots" content="noindex" />'
const DESCRIPTION_META = /(<meta\s+(?:name="|property="og:)description"\s+content=")[^"]*(")/g

/** The built page with its configuration as a data block and, where it has one, a head of its own. */
export function renderPage(html: string, config: object, head?: PageHead): string {
  const configured = fill(html, CONFIG_BLOCK, JSON.stringify(config).replaceAll('<', '\\u003c'))
  if (!head) return configured
  const title = escapeHtml(head.title)
  const titled = fill(fill(configured, TITLE, title), TITLE_META, title)
  const described = fill(titled, DESCRIPTION_META, escapeHtml(head.description))
  return head.unlisted ? described.replace('</title>', `</title>\n    ${NOINDEX_META}`) : described
}

function fill(html: string, place: RegExp, text: string): string {
  return html.replace(place, (_, before: string, after: string) => before + text + after)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}
