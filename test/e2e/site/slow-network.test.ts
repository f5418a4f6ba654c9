import type { Page } from '@playwright/test'
import { FILMS, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { skipServerRendering } from '../support/skip-server-rendering.ts'

for (const width of [1280, 390]) {
  test(`while films are slow to come, ${width} px hold their places and nothing moves`, async ({ page }) => {
    const films = Promise.withResolvers<void>()
    await page.route('**/rest/v1/films?*', async (route) => {
      await films.promise
      await route.continue()
    })
    await page.setViewportSize({ width, height: 800 })
    await recordLayoutShifts(page)
    await skipServerRendering(page)
    await page.goto('/')
    await expect(page.getByText('Loading collection...')).toBeVisible()
    await expect.poll(() => coverPlaces(page)).not.toEqual([])
    const held = await coverPlaces(page)
    expect(held.length).toBeGreaterThanOrEqual(50)

    films.resolve()
    await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
    await expect(page.getByText('Loading collection...')).toHaveCount(0)
    // The first row stands exactly where its places were.
    const firstRow = held.filter(({ y }) => y === held[0]?.y)
    expect((await coverPlaces(page)).slice(0, firstRow.length)).toEqual(firstRow)
    expect(await layoutShifts(page)).toEqual([])
  })
}

test('another view keeps the films on the page until its own are there', async ({ page }) => {
  await page.goto('/')
  const { cards, format, status } = homePage(page)
  await expect(status).toHaveText(showingFirstPage(FILMS))
  const films = Promise.withResolvers<void>()
  await page.route('**/rest/v1/films?*', async (route) => {
    await films.promise
    await route.continue()
  })
  await format.selectOption('4K Ultra HD')
  await expect(page).toHaveURL('/?format=4k')
  await page.waitForTimeout(300)
  await expect(cards).toHaveCount(50)
  await expect(page.getByText('Loading collection...')).toHaveCount(0)
  films.resolve()
  await expect(status).toHaveText(showingFirstPage(FILMS.filter((film) => film.bluray_4k)))
})

/** Where boxes of a cover's proportions stand in the list, be they covers or their places. */
function coverPlaces(page: Page) {
  return page.locator('section:has(#collection)').evaluate((section) =>
    [...section.querySelectorAll('div')]
      .filter((box) => box.childElementCount === 0 || box.parentElement?.tagName === 'ARTICLE')
      .map((box) => box.getBoundingClientRect())
      .filter(({ width, height }) => height > 0 && Math.abs(width / height - 1288 / 1600) < 0.005)
      .map(({ x, y, width, height }) => ({
        x: Math.round(x),
        y: Math.round(y),
        width: Math.round(width),
        height: Math.round(height),
      })),
  )
}
