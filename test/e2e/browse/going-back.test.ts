import type { Page } from '@playwright/test'
import { FILMS, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { scrollUntil } from '../support/scroll.ts'

test('back leads to the same place of the list', async ({ page }) => {
  await page.goto('/?format=dvd')
  await homePage(page).cards.first().waitFor()
  const place = await scrollTo(page, 1800)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/auth\b/)
  await expectPlace(page, { y: 0 })
  await page.goBack()
  await expectPlace(page, place)
})

test('a place deep in the list is found again, wherever the visitor comes back from', async ({ page }) => {
  await page.goto('/?sort=title')
  await homePage(page).cards.first().waitFor()
  await scrollUntil(page, 350)
  const place = await scrollTo(page, 20_000)

  await test.step('another page', async () => {
    await page.getByRole('link', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/auth\b/)
    await page.goBack()
    await expectPlace(page, place)
  })
  await test.step('a reload', async () => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/films')) requests.push(request.url())
    })
    await page.reload()
    await expectPlace(page, place)
    expect(requests, 'all the pages at once').toHaveLength(1)
  })
  await test.step('another document', async () => {
    await page.goto('about:blank')
    await page.goBack()
    await expectPlace(page, place)
  })
  await test.step('and the list goes on from there', async () => {
    const shown = await homePage(page).cards.count()
    await scrollUntil(page, shown + 50)
  })
})

test('a place is found again after another page was left before it came', async ({ page }) => {
  await page.goto('/?sort=title')
  await homePage(page).cards.first().waitFor()
  await scrollUntil(page, 150)
  await homePage(page).sort.selectOption('Year')
  await expect(page).toHaveURL('/?sort=year')
  await scrollUntil(page, 250)
  const place = await scrollTo(page, 15_000)
  // What was read of the other view is gone with the document.
  await page.reload()
  await expectPlace(page, place)

  let answer: () => void = () => {}
  const asked = new Promise<void>((resolve) => {
    page.route(/rest\/v1\/films.*order=title/, async (route) => {
      resolve()
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
  })
  await page.evaluate(() => history.back())
  await asked
  await expect(page.getByText('Loading collection...')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(place.y)
  await page.evaluate(() => history.forward())
  answer()
  await expectPlace(page, place)
})

test('another view starts at its top', async ({ page }) => {
  const { search, status, cards } = homePage(page)
  await page.goto('/')
  await cards.first().waitFor()
  await scrollTo(page, 1800)
  // So common that the page stays long enough to be somewhere else on it.
  await search.fill('the')
  await expect(page).toHaveURL('/?q=the')
  await expect(status).not.toHaveText(showingFirstPage(FILMS))
  await expectPlace(page, { y: 0 })
  await expect(cards.first()).toBeInViewport()
})

type Place = {
  y: number
  /** The film in the middle of the window. */
  title?: string | undefined
}

async function scrollTo(page: Page, y: number): Promise<Place> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), y)
  await expectPlace(page, { y })
  // What holds the place of a film to come has no name yet.
  await expect.poll(() => placeOf(page)).toHaveProperty('title', expect.any(String))
  return placeOf(page)
}

async function expectPlace(page: Page, place: Place): Promise<void> {
  await expect.poll(() => placeOf(page)).toMatchObject(place)
}

function placeOf(page: Page): Promise<Place> {
  return page.evaluate(() => {
    const card = document
      .elementsFromPoint(innerWidth / 3, innerHeight / 2)
      .map((element) => element.closest('article'))
      .find(Boolean)
    return { y: Math.round(scrollY), title: card?.querySelector('h3')?.textContent }
  })
}
