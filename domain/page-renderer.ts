/** A page as far as it is the same for everybody. */
export interface DrawnPage {
  /** What stands in the page's root. */
  html: string
  /** What it was drawn from, for the browser to take over: JSON. */
  state: string
  /** The module that the page is built from, where that is not part of every page. */
  source: string | undefined
}

/** What the build of the web application offers the server: its pages as HTML. */
export interface PageRenderer {
  /**
   * The address of a page without what no view depends on, so that pages that are alike have one. Only of pages that
   * show films; undefined for all others.
   */
  addressOf(path: string, query: string): string | undefined
  /**
   * Draws the page of such an address.
   * @param read answers what every visitor may read of the API, at whatever host.
   * @throws what could not be read.
   */
  draw(address: string, read: typeof fetch): Promise<DrawnPage>
}
