import type { Page } from '@playwright/test'
import { MARK_TABLES } from '../../../web/features/tracking/marks/marks.ts'

/** Waits until a page has read the person's marks in all tables. Until then, their buttons and boxes are disabled. */
export function marksRead(page: Page): Promise<void> {
  return responsesReceived(page, MARK_TABLES)
}

/**
 * Waits until the home page has the responses to all requests that it sends with the person's session when it opens. If the
 * session ended before one of them arrived, the page would sign the person out.
 */
export function homePageRead(page: Page): Promise<void> {
  return responsesReceived(page, ['profiles', 'user_roles', ...MARK_TABLES, 'rpc/own_news'])
}

/** Takes the network away from a page and its context, once the page has read the person's marks. */
export async function loseNetwork(page: Page): Promise<void> {
  await marksRead(page)
  await page.context().setOffline(true)
}

/** @param paths paths below /rest/v1/ */
async function responsesReceived(page: Page, paths: readonly string[]): Promise<void> {
  await page.waitForFunction(
    (awaited) => {
      const received = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      return awaited.every((path) => received.includes(`/rest/v1/${path}`))
    },
    [...paths],
  )
}
