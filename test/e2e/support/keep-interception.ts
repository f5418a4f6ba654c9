import type { BrowserContext } from '@playwright/test'

// The pattern matches no request.
const NO_REQUEST = 'http://none.invalid/'

/**
 * Makes the interception of requests last as long as a context once one of its pages has intercepted any. When the last
 * route of a page ends, Chromium loses a request that starts at the same time: it never gets a response (Playwright
 * issue 41802).
 */
export function keepInterception(context: BrowserContext): void {
  let kept: Promise<unknown> | undefined
  context.on('page', (page) => {
    const route = page.route.bind(page)
    page.route = async (...given) => {
      kept ??= context.route(NO_REQUEST, (request) => request.fallback())
      const [added] = await Promise.all([route(...given), kept])
      return added
    }
  })
}
