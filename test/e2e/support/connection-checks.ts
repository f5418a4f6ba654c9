import type { Page } from '@playwright/test'

/** The address of the requests by which the page checks whether the site responds. */
export const CONNECTION_CHECK = '**/rest/v1/films?select=id&limit=1'

/**
 * Leaves the page's connection checks without a response. While it waits for one, half a minute, it repeats no failed
 * read by itself, so that a test can click "Try again".
 */
export async function holdConnectionChecks(page: Page): Promise<void> {
  await page.route(CONNECTION_CHECK, () => {})
}
