import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'

/** While one page waits for its data, another one is rendered. */
const LOADED_AT_ONCE = 2

/** Loads the data of a page when it is its turn. The caller renders the page at once. */
export type PageLane = <Page>(load: () => Promise<Page>) => Promise<Page>

/**
 * Makes pages wait for one another. However many are requested at once, other requests are served between any two of
 * them, since rendering occupies the event loop.
 */
export function openPageLane(): PageLane {
  const loading = pLimit(LOADED_AT_ONCE)
  const rendering = pLimit(1)
  return async (load) => {
    const page = await loading(load)
    await rendering(() => setImmediate())
    return page
  }
}
