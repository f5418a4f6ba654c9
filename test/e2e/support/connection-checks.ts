import type { Page } from '@playwright/test'

/** The address of the requests by which the page checks whether the site responds. */
export const CONNECTION_CHECK = '**/rest/v1/films?select=id&limit=1'

/**
 * Leaves the page's connection checks without a response. The page waits half a minute for one and repeats no failed read
 * meanwhile, so that a test can click "Try again".
 */
export async function holdConnectionChecks(page: Page): Promise<void> {
  await page.route(CONNECTION_CHECK, () => {})
}
