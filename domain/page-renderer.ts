/** A page as far as it is the same for everybody. */
export interface DrawnPage {
  /** What stands in the page's root. */
  html: string
  /** What it was drawn from, for the browser to take over: JSON. */
  state: string
  /** The module that the page is built from, where that is not part of every page. */
  source: string | undefined
}

/** A page that is still to be drawn, which takes far longer than reading what it shows. */
export interface ReadPage extends Omit<DrawnPage, 'html'> {
  /** The same for the same address and state. */
  draw(): string
}

/** What the build of the web application offers the server: its pages as HTML. */
export interface PageRenderer {
  /**
   * The address of a page without what no view depends on, so that pages that are alike have one. Undefined for
   * pages that are not drawn.
   */
  addressOf(path: string, query: string): string | undefined
  /**
   * Reads what the page of such an address shows.
   * @param fetch answers what every visitor may read of the API, at whatever host.
   * @throws what could not be read.
   */
  read(address: string, fetch: typeof globalThis.fetch): Promise<ReadPage>
}
