import type { Page } from '@playwright/test'
import { FILMS, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { scrollUntil } from '../support/scroll.ts'

test('Back restores the scroll position in the list', async ({ page }) => {
  await page.goto('/?format=dvd')
  await homePage(page).cards.first().waitFor()
  const position = await scrollTo(page, 1800)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/auth\b/)
  await expectPosition(page, { y: 0 })
  await page.goBack()
  await expectPosition(page, position)
})

test('the list restores a deep scroll position after another page, a reload and another document', async ({
  page,
}) => {
  await page.goto('/?sort=title')
  await homePage(page).cards.first().waitFor()
  await scrollUntil(page, 350)
  const position = await scrollTo(page, 20_000)

  await test.step('another page', async () => {
    await page.getByRole('link', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/auth\b/)
    await page.goBack()
    await expectPosition(page, position)
  })
  await test.step('a reload', async () => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/films')) requests.push(request.url())
    })
    await page.reload()
    await expectPosition(page, position)
    expect(requests, 'one request for all pages of the list').toHaveLength(1)
  })
  await test.step('another document', async () => {
    await page.goto('about:blank')
    await page.goBack()
    await expectPosition(page, position)
  })
  await test.step('scrolling on', async () => {
    const shown = await homePage(page).cards.count()
    await scrollUntil(page, shown + 50)
  })
})

test('Back and Forward restore the scroll position although the view between them has not loaded', async ({
  page,
}) => {
  await page.goto('/?sort=title')
  await homePage(page).cards.first().waitFor()
  await scrollUntil(page, 150)
  await homePage(page).sort.selectOption('Year')
  await expect(page).toHaveURL('/?sort=year')
  await scrollUntil(page, 250)
  const position = await scrollTo(page, 15_000)
  // The reload discards the films of the other view.
  await page.reload()
  await expectPosition(page, position)

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const next = /rest\/v1\/films.*order=sort_title/
  await page.route(next, async (route) => {
    await released
    await route.continue()
  })
  const requested = page.waitForRequest(next)
  await page.evaluate(() => history.back())
  await requested
  await expect(page.getByText('Loading collection...')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(position.y)
  await page.evaluate(() => history.forward())
  release()
  await expectPosition(page, position)
})

test('a new view starts at the top of the page', async ({ page }) => {
  const { search, status, cards } = homePage(page)
  await page.goto('/')
  await cards.first().waitFor()
  await scrollTo(page, 1800)
  // A common word, so that the page stays long enough to be scrolled.
  await search.fill('the')
  await expect(page).toHaveURL('/?q=the')
  await expect(status).not.toHaveText(showingFirstPage(FILMS))
  await expectPosition(page, { y: 0 })
  await expect(cards.first()).toBeInViewport()
})

type ScrollPosition = {
  y: number
  /** The first film whose card begins in the window. */
  title?: string | undefined
}

async function scrollTo(page: Page, y: number): Promise<ScrollPosition> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), y)
  await expectPosition(page, { y })
  // A skeleton has no title.
  await expect.poll(() => positionOf(page)).toHaveProperty('title', expect.any(String))
  return positionOf(page)
}

async function expectPosition(page: Page, position: ScrollPosition): Promise<void> {
  await expect.poll(() => positionOf(page)).toMatchObject(position)
}

function positionOf(page: Page): Promise<ScrollPosition> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll('article')]
    const card = cards.find((card) => card.getBoundingClientRect().top >= 0)
    return { y: Math.round(scrollY), title: card?.querySelector('h3')?.textContent }
  })
}
