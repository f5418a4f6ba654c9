import type { Page } from '@playwright/test'
import { MARK_TABLES } from '../../../web/features/tracking/marks/marks.ts'

/** Waits until a page has read the person's marks in all tables. Until then, their buttons and boxes are disabled. */
export async function marksRead(page: Page): Promise<void> {
  await page.waitForFunction(
    (tables) => {
      const read = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      return tables.every((table) => read.includes(`/rest/v1/${table}`))
    },
    [...MARK_TABLES],
  )
}

/** Takes the network away from a page and its context, once the page has read the person's marks. */
export async function loseNetwork(page: Page): Promise<void> {
  await marksRead(page)
  await page.context().setOffline(true)
}
