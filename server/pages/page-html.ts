import { FIRST_VIEW_ID } from '../../domain/first-view.ts'
import type { RenderedPage } from '../../domain/page-renderer.ts'
import { PICTURE_SIZE } from '../../domain/pictures.ts'
import { escapeMarkup } from './escape-markup.ts'
import type { Links } from './page-assets.ts'

/** A picture of the size PICTURE_SIZE. */
export interface Picture {
  address: string
  /** What it shows, for people who do not see it. */
  text: string
}

/** The metadata of a page for browsers, search engines and link previews. */
export interface PageHead {
  title: string
  /** Without it, the page has that of the home page. */
  description?: string | undefined
  /** Whether search engines are asked not to list the page. */
  unlisted?: boolean
  /** The one address of the page; relative if the site's is not known. */
  address?: string
  /** The picture for link previews; its address is relative if the site's is not known. */
  picture?: Picture
  /** What link previews call it (ogp.me); by default a website. */
  type?: string
  /** What the page is about, as schema.org data. */
  data?: object
}

/** A rendered page with links to the files that it needs. */
export interface PageContent extends Pick<RenderedPage, 'html' | 'state'> {
  links: Links
}

const CONFIG_BLOCK = /(<script type="application\/json" id="config">)[^<]*(<\/script>)/
const END_OF_HEAD = /()(<\/head>)/
const ROOT = /(<div id="root">)<\/div>()/
const CODE = /\s*(<script type="module".*?<\/script>)/g
const NO_SCRIPT = /\s*<noscript>.*?<\/noscript>/s
const IN_NO_SCRIPT = /(<noscript>).*?(<\/noscript>)/s
/** This link delays painting until the first view is parsed; a page without films has no element of this id. */
const FIRST_VIEW_LINK = /\s*<link rel="expect"[^>]*>/
const FIRST_VIEW = ` id="${FIRST_VIEW_ID}"`
const TITLE = /(<title>)[^<]*(<\/title>)/
const TITLE_META = /(<meta\s+property="og:title"\s+content=")[^"]*(")/
const TYPE_META = /(<meta\s+property="og:type"\s+content=")[^"]*(")/
const DESCRIPTION_META = /(<meta\s+(?:name="|property="og:)description"\s+content=")[^"]*(")/g

/** A page that the browser draws, and what people see without scripts: HTML. */
export interface NoticeContent {
  notice: string
}

/**
 * Fills the built page: the configuration as a data block and, if they are given, a head for this page and its rendered
 * content or notice.
 */
export function fillPage(
  html: string,
  config: object,
  head?: PageHead,
  content?: PageContent | NoticeContent,
): string {
  const awaited =
    content && 'html' in content && content.html.includes(FIRST_VIEW)
      ? html
      : html.replace(FIRST_VIEW_LINK, '')
  const configured = fill(awaited, CONFIG_BLOCK, jsonBlock(config))
  const headed = head ? withHead(configured, head) : configured
  if (!content) return headed
  // The content comes last because it is by far the longest part.
  return 'notice' in content ? fill(headed, IN_NO_SCRIPT, content.notice) : withContent(headed, content)
}

function withHead(html: string, head: PageHead): string {
  const title = escapeMarkup(head.title)
  const titled = fill(fill(html, TITLE, title), TITLE_META, title)
  const described = head.description ? fill(titled, DESCRIPTION_META, escapeMarkup(head.description)) : titled
  const typed = head.type ? fill(described, TYPE_META, head.type) : described
  return typed.replace('</title>', () => ['</title>', ...furtherElements(head)].join('\n    '))
}

/** The elements that the general head does not have. A browser does not execute a data block. */
function furtherElements({ unlisted, address, picture, data }: PageHead): string[] {
  const elements: (string | false | undefined)[] = [
    unlisted && '<meta name="robots" content="noindex" />',
    address && `<link rel="canonical" href="${escapeMarkup(address)}" />`,
    // A preview has no page to which a relative address could refer.
    address?.startsWith('http') && `<meta property="og:url" content="${escapeMarkup(address)}" />`,
    ...(picture ? pictureElements(picture) : []),
    data && `<script type="application/ld+json">${jsonBlock(data)}</script>`,
  ]
  return elements.filter((element) => typeof element === 'string')
}

function pictureElements({ address, text }: Picture): string[] {
  return [
    `<meta property="og:image" content="${escapeMarkup(address)}" />`,
    `<meta property="og:image:type" content="image/png" />`,
    `<meta property="og:image:width" content="${PICTURE_SIZE.width}" />`,
    `<meta property="og:image:height" content="${PICTURE_SIZE.height}" />`,
    `<meta property="og:image:alt" content="${escapeMarkup(text)}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
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
  return fill(fill(html.replaceAll(CODE, '').replace(NO_SCRIPT, ''), END_OF_HEAD, head), ROOT, root)
}

function fill(html: string, slot: RegExp, text: string): string {
  return html.replace(slot, (_, before: string, after: string) => before + text + after)
}

/** JSON for a data block, which no text in it can end. */
function jsonBlock(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
