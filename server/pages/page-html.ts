import type { RenderedPage } from '../../domain/page-renderer.ts'
import type { Links } from './page-assets.ts'

/** The metadata of a page for browsers, search engines and link previews. */
export interface PageHead {
  title: string
  description: string
  /** Whether search engines are asked not to list the page. */
  unlisted?: boolean
}

/** A rendered page with links to the files that it needs. */
export interface PageContent extends RenderedPage {
  links: Links
}

const CONFIG_BLOCK = /(<script type="application\/json" id="config">)[^<]*(<\/script>)/
const END_OF_HEAD = /()(<\/head>)/
const ROOT = /(<div id="root">)<\/div>()/
const CODE = /\s*(<script type="module".*?<\/script>)/g
const NEEDS_SCRIPT = /\s*<noscript>.*?<\/noscript>/s
/** This link delays painting until the element `first-seen` is there; a page without films has no such element. */
const EXPECTED = /\s*<link rel="expect"[^>]*>/
const FIRST_SEEN = ' id="first-seen"'
const TITLE = /(<title>)[^<]*(<\/title>)/
const TITLE_META = /(<meta\s+property="og:title"\s+content=")[^"]*(")/
const NOINDEX_META = '<meta name="robots" content="noindex" />'
const DESCRIPTION_META = /(<meta\s+(?:name="|property="og:)description"\s+content=")[^"]*(")/g

/**
 * Fills the built page: the configuration as a data block and, if they are given, a head for this page and its rendered
 * content.
 */
export function fillPage(html: string, config: object, head?: PageHead, content?: PageContent): string {
  const awaited = content?.html.includes(FIRST_SEEN) ? html : html.replace(EXPECTED, '')
  const configured = fill(awaited, CONFIG_BLOCK, JSON.stringify(config).replaceAll('<', '\\u003c'))
  const headed = head ? withHead(configured, head) : configured
  // The content comes last because it is by far the longest part.
  return content ? withContent(headed, content) : headed
}

function withHead(html: string, head: PageHead): string {
  const title = escapeHtml(head.title)
  const titled = fill(fill(html, TITLE, title), TITLE_META, title)
  const described = fill(titled, DESCRIPTION_META, escapeHtml(head.description))
  return head.unlisted ? described.replace('</title>', `</title>\n    ${NOINDEX_META}`) : described
}

/**
 * Puts in the content. The page then works without scripts, except signing in and tracking, which show that they need
 * them; so the `noscript` notice is removed. The scripts move into a template, from which the script of the head loads
 * them once the page has been painted.
 */
function withContent(html: string, { html: rendered, state, links: { styles, code } }: PageContent): string {
  const scripts = Array.from(html.matchAll(CODE), ([, script]) => script).join('')
  const head = `${styles}<template id="code">${code}${scripts}</template>`
  const root = `${rendered}</div><script type="application/json" id="state">${state}</script>`
  return fill(fill(html.replaceAll(CODE, '').replace(NEEDS_SCRIPT, ''), END_OF_HEAD, head), ROOT, root)
}

function fill(html: string, slot: RegExp, text: string): string {
  return html.replace(slot, (_, before: string, after: string) => before + text + after)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}
