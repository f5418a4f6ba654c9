import type { Page } from '@playwright/test'
import { MARK_TABLES } from '../../../web/features/tracking/marks/marks.ts'

/**
 * Takes the network away from a page and its context, once the page has read the person's marks in all tables. Until
 * then, their buttons and boxes are disabled.
 */
export async function loseNetwork(page: Page): Promise<void> {
  await page.waitForFunction(
    (tables) => {
      const read = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      return tables.every((table) => read.includes(`/rest/v1/${table}`))
    },
    [...MARK_TABLES],
  )
  await page.context().setOffline(true)
}
