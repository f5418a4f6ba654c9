import type { BrowserContext, Page } from '@playwright/test'

const TIMEOUT_MS = 15_000

/** Makes navigation wait for hydration in every page of a context. A test acts faster than a person does. */
export function waitForHydration(context: BrowserContext): void {
  context.on('page', (page) => {
    for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
      const navigate = page[name].bind(page) as (...args: unknown[]) => Promise<unknown>
      const navigateAndWait = async (...args: unknown[]) => {
        const response = await navigate(...args)
        await hydrated(page)
        return response
      }
      Object.assign(page, { [name]: navigateAndWait })
    }
  })
}

/** Resolves after the timeout, too, because some tests are about pages whose code does not load. */
async function hydrated(page: Page): Promise<void> {
  await page
    .waitForFunction(() => window.clicksToReplay === undefined, undefined, { timeout: TIMEOUT_MS })
    .catch(() => {})
}
