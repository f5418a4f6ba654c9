import type { Page } from '@playwright/test'
import { FILMS, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { skipServerRendering } from '../support/skip-server-rendering.ts'

for (const width of [1280, 390]) {
  test(`skeletons keep the layout stable at ${width} px while the films load`, async ({ page }) => {
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
    await expect.poll(() => coverBoxes(page)).not.toEqual([])
    const skeletons = await coverBoxes(page)
    expect(skeletons.length).toBeGreaterThanOrEqual(50)

    films.resolve()
    await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
    await expect(page.getByText('Loading collection...')).toHaveCount(0)
    // The covers of the first row have the positions of their skeletons.
    const firstRow = skeletons.filter(({ y }) => y === skeletons[0]?.y)
    expect((await coverBoxes(page)).slice(0, firstRow.length)).toEqual(firstRow)
    expect(await layoutShifts(page)).toEqual([])
  })
}

test('a new view keeps the previous films until its own films arrive', async ({ page }) => {
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

/** Returns the boxes in the list that have a cover's proportions: covers and skeletons. */
function coverBoxes(page: Page) {
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
