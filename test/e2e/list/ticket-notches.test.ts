import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { signInAs, signUp } from '../support/people.ts'

/** How far a punch reaches into a ticket, with its soft edge, and the room that it leaves to the word. */
const CLEAR = 2.5 + 1.5

const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]
const PATHS = ['/?view=list', '/', '/spine/2']

test('no punch of a ticket touches its word', async ({ page, server }) => {
  const ada = await signUp(server.url, 'tickets')
  const films = await ada.client.from('films').select('id').order('spine').limit(20).throwOnError()
  await ada.client
    .from('user_ownership')
    .insert(
      films.data.map(({ id }) => ({
        film_id: id,
        owns_laserdisc: true,
        owns_dvd: true,
        owns_bluray: true,
        owns_bluray_4k: true,
      })),
    )
    .throwOnError()
  await signInAs(page.context(), ada)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const path of PATHS) {
      await page.goto(path)
      await expect(page.locator('[class*="_printed_"]:visible').first()).toBeVisible()
      expect(await crowdedTickets(page), `${path} at ${size.width} px`).toEqual([])
    }
  }
})

/** The tickets whose word is nearer to an edge than it may be; also those that are not punched now. */
function crowdedTickets(page: Page): Promise<string[]> {
  return page.evaluate((clear) => {
    const crowded: string[] = []
    for (const ticket of document.querySelectorAll('[class*="_ticket_"]')) {
      const edges = ticket.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(ticket)
      const word = range.getBoundingClientRect()
      if (word.width === 0 || edges.width === 0) continue
      const room = Math.min(word.left - edges.left, edges.right - word.right)
      if (room < clear - 0.1) crowded.push(`${ticket.textContent}: ${room.toFixed(1)} px`)
    }
    return [...new Set(crowded)]
  }, CLEAR)
}
