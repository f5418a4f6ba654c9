/** The part of a page that is the same for everybody, as rendered by the server. */
export interface RenderedPage {
  /** The content of the page's root element. */
  html: string
  /** The data that the page was rendered from, with which the browser hydrates it: JSON. */
  state: string
  /** The module of the page, if it is not part of every page. */
  source: string | undefined
}

/** A page whose data is loaded. Rendering it takes far longer than loading the data. */
export interface LoadedPage extends Omit<RenderedPage, 'html'> {
  /** Returns the page's HTML, which is always the same for the same address and state. */
  render(): string
}

/** The interface that the build of the web application offers the server: its pages as HTML. */
export interface PageRenderer {
  /**
   * Returns a page's address without the parameters on which no view depends, so that equal pages have one address.
   * Returns undefined for a page that the server does not render.
   */
  addressOf(path: string, query: string): string | undefined
  /**
   * Loads the data of the page at such an address.
   * @param fetch serves what every visitor may read of the API, at any host.
   * @throws the error of a read that failed.
   */
  load(address: string, fetch: typeof globalThis.fetch): Promise<LoadedPage>
}
