import type { Film } from './film/columns.ts'
import type { GiftWishlist } from './film/gift-wishlist.ts'
import type { FilmSet } from './film/sets.ts'
import type { ProfileVisibility, ShownProfile } from './profile-parts.ts'

/** How the server serves a page that it renders. */
export interface PageToRender {
  /** The path and those parameters on which the view depends, so that equal pages have one address. */
  address: string
  /**
   * Every table that the page reads; the page is cached until one of them changes. Undefined for a page of a person, which
   * is loaded for each request, because a change of marks notifies nobody.
   */
  tables: readonly string[] | undefined
  /** For search engines and link previews, if it is not that of the home page. */
  description?: string
  /** What visitors see on a page of a profile. */
  shownOf?: (profile: ProfileVisibility) => ShownProfile
  /** The modules of the page that are not part of every page. */
  modules: readonly string[]
}

/** The part of a page that is the same for all people, as rendered by the server. */
export interface RenderedPage extends Pick<PageToRender, 'modules'> {
  /** The content of the page's root element. */
  html: string
  /** The data that the page was rendered from, with which the browser hydrates it: JSON. */
  state: string
}

/** What a page is about, for its metadata. */
export type Subject = { film: Film } | { set: FilmSet } | { gift: GiftWishlist }

/** A page whose data is loaded. Rendering it takes far longer than loading the data. */
export interface LoadedPage extends Omit<RenderedPage, 'html'> {
  /** Whether it only says that there is no such page. */
  isMissing: boolean
  /** Undefined for a page that is not about one film, box set or wishlist. */
  subject: Subject | undefined
  /** Returns the page's HTML, which is always the same for the same address and state. */
  render(): string
}

/**
 * The interface that the build of the web application offers the server: its pages as HTML. It is in `domain/` because
 * neither of the two imports the other.
 */
export interface PageRenderer {
  /** Returns undefined for a page that the server does not render, and for an address that no page has. */
  pageAt(path: string, query: string): PageToRender | undefined
  /** The page at every address that no page has. */
  notFound: PageToRender
  /**
   * Draws what people see without scripts at an address whose page the server does not render, as HTML.
   * @param title of a page that only the browser draws; undefined if the page could not be loaded.
   */
  drawNotice(title: string | undefined): string
  /**
   * Loads the data of a page. It is missing if no film has its spine, no box set its id or no wishlist its token.
   * @param fetch answers anonymous requests of the API, at any host.
   * @throws the error of a read that failed.
   */
  load(page: PageToRender, fetch: typeof globalThis.fetch): Promise<LoadedPage>
}
