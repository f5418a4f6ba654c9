import type { DrawnPage } from '../../domain/page-renderer.ts'
import type { Links } from './page-assets.ts'

/** What a page says about itself to browsers, search engines and whoever is sent its address. */
export interface PageHead {
  title: string
  description: string
  /** Kept out of search engines. */
  unlisted?: boolean
}

/** A page with what it shows. */
export interface Drawing extends DrawnPage {
  /** To files that it needs. */
  links: Links
}

const CONFIG_BLOCK = /(<script type="application\/json" id="config">)[^<]*(<\/script>)/
const END_OF_HEAD = /()(<\/head>)/
const ROOT = /(<div id="root">)<\/div>()/
const CODE = /\s*(<script type="module".*?<\/script>)/g
const NEEDS_SCRIPT = /\s*<noscript>.*?<\/noscript>/s
/** What first is seen with holds the page up until it is there; without films there is none. */
const EXPECTED = /\s*<link rel="expect"[^>]*>/
const FIRST_SEEN = ' id="first-seen"'
const TITLE = /(<title>)[^<]*(<\/title>)/
const TITLE_META = /(<meta\s+property="og:title"\s+content=")[^"]*(")/
const NOINDEX_META = '<meta name="robots" content="noindex" />'
const DESCRIPTION_META = /(<meta\s+(?:name="|property="og:)description"\s+content=")[^"]*(")/g

/**
 * The built page with its configuration as a data block and, where it has them, a head of its own and what is drawn
 * already.
 */
export function renderPage(html: string, config: object, head?: PageHead, drawn?: Drawing): string {
  const awaited = drawn?.html.includes(FIRST_SEEN) ? html : html.replace(EXPECTED, '')
  const configured = fill(awaited, CONFIG_BLOCK, JSON.stringify(config).replaceAll('<', '\\u003c'))
  const headed = head ? withHead(configured, head) : configured
  // Last, as it is by far the longest.
  return drawn ? withDrawing(headed, drawn) : headed
}

function withHead(html: string, head: PageHead): string {
  const title = escapeHtml(head.title)
  const titled = fill(fill(html, TITLE, title), TITLE_META, title)
  const described = fill(titled, DESCRIPTION_META, escapeHtml(head.description))
  return head.unlisted ? described.replace('</title>', `</title>\n    ${NOINDEX_META}`) : described
}

/**
 * With that, only signing in and tracking need what the browser is to run, and say so themselves. The code is put aside,
 * for the script of the head to ask for once the page has been seen.
 */
function withDrawing(html: string, { html: drawing, state, links: { styles, code } }: Drawing): string {
  const scripts = Array.from(html.matchAll(CODE), ([, script]) => script).join('')
  const head = `${styles}<template id="code">${code}${scripts}</template>`
  const root = `${drawing}</div><script type="application/json" id="state">${state}</script>`
  return fill(fill(html.replaceAll(CODE, '').replace(NEEDS_SCRIPT, ''), END_OF_HEAD, head), ROOT, root)
}

function fill(html: string, place: RegExp, text: string): string {
  return html.replace(place, (_, before: string, after: string) => before + text + after)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}
