import type { BrowserContext, Page } from '@playwright/test'

const PATIENCE_MS = 15_000

/** Has every page of a visitor count as opened only when it hears what is done to it: a person is slower than a test. */
export function openOnceReady(context: BrowserContext): void {
  context.on('page', (page) => {
    for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
      const open = page[name].bind(page) as (...args: unknown[]) => Promise<unknown>
      const opened = async (...args: unknown[]) => {
        const answer = await open(...args)
        await ready(page)
        return answer
      }
      Object.assign(page, { [name]: opened })
    }
  })
}

/** Where the code of the page does not come, that is what the test is about. */
async function ready(page: Page): Promise<void> {
  await page
    .waitForFunction(() => window.earlyClicks === undefined, undefined, { timeout: PATIENCE_MS })
    .catch(() => {})
}
