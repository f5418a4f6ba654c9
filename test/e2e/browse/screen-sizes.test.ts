import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openPanel, waitForAnimations } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'
import { scrollUntil } from '../support/scroll.ts'

const COLUMNS: [width: number, columns: number][] = [
  [320, 2],
  [390, 2],
  [768, 3],
  [1280, 5],
  [1440, 6],
  [2560, 11],
]

test('the grid fills every screen, with two columns on a phone and six at 1440 px', async ({ page }) => {
  await page.goto('/')
  await expect(homePage(page).cards).toHaveCount(50)
  for (const [width, columns] of COLUMNS) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page), `${width} px`).toEqual([])
    const tops = await homePage(page).cards.evaluateAll((cards) =>
      cards.map((card) => card.getBoundingClientRect().top),
    )
    expect(
      tops.filter((top) => top === tops[0]),
      `${width} px`,
    ).toHaveLength(columns)
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeInViewport({ ratio: 1 })
    await expect(homePage(page).search).toBeInViewport({ ratio: 1 })
  }
})

test("a signed-in person's home page fits 320 px, and the banner's shelf is at least 120 px wide", async ({
  page,
  server,
}) => {
  const shelf = page.locator('section > svg[class*=shelf]')
  for (const width of [768, 895, 896]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    expect((await shelf.boundingBox())?.width, `${width} px`).toBeGreaterThan(120)
  }
  await signInAs(page.context(), await signUp(server.url, 'small'))
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await expect(page.getByRole('checkbox').first()).toBeEnabled()
  expect(await overflow(page)).toEqual([])
})

test('the five tabs of a profile fit phones of 390 and 360 px', async ({ page, server }) => {
  const { username } = await signUp(server.url, 'tabs')
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/${username}`)
    await expect(page.getByRole('tab')).toHaveText([
      'All (1,299)',
      'Owned (0)',
      'Unowned (1,299)',
      'Watched (0)',
      'Wishlist (0)',
    ])
    for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 })
    expect(await overflow(page)).toEqual([])
  }
})

test("a narrow card shortens the director's name and never the year", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/?sort=director')
  await scrollUntil(page, 100)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  const names = page.locator('article h3 ~ p')
  await expect(names).not.toHaveCount(50)
  const cut = await names.evaluateAll((lines) =>
    lines
      .filter((line) => {
        const year = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
        while (year.nextNode());
        const range = document.createRange()
        range.setStart(year.currentNode, Math.max(0, (year.currentNode.textContent?.length ?? 0) - 4))
        range.setEnd(year.currentNode, year.currentNode.textContent?.length ?? 0)
        return range.getBoundingClientRect().right > line.getBoundingClientRect().right + 0.5
      })
      .map((line) => line.textContent),
  )
  expect(cut).toEqual([])
})

test('a phone shows the theme switch in the footer and on the account page', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page.context(), await signUp(server.url, 'theme'))
  await page.goto('/account')
  const html = page.locator('html')
  const section = page.getByRole('region', { name: 'Theme' })
  const footer = page.getByRole('contentinfo')
  await section.getByRole('radio', { name: 'Light' }).check({ force: true })
  await expect(html).toHaveAttribute('data-theme', 'light')
  // A search with few films, so that no further films load above the footer.
  await page.goto('/?q=wes+anderson')
  await expect(page.getByRole('banner').getByRole('radio')).toHaveCount(0)
  await expect(footer.getByRole('radio', { name: 'Light' })).toBeChecked()
  await footer.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(page.getByRole('banner').getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(footer.getByRole('radio')).toHaveCount(0)
})

test('the panel, its links and the sign-in dialog fit a screen of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const card = await openPanel(page, 'Grand Illusion')
  await expect(card.getByRole('button', { name: 'Wishlist' })).toBeVisible()
  expect(await overflow(page)).toEqual([])
  await card.getByRole('button', { name: 'More Info' }).click()
  await waitForAnimations(card)
  const frame = await homePage(page).panelButton('Grand Illusion').boundingBox()
  const last = card.getByRole('link', { name: 'eBay' })
  await last.scrollIntoViewIfNeeded()
  const link = await last.boundingBox()
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))
  await card.getByRole('button', { name: 'Back' }).click()
  await waitForAnimations(card)
  await card.getByRole('button', { name: 'Wishlist' }).click()
  for (const name of ['Cancel', 'Sign In / Sign Up']) {
    await expect(page.getByRole('dialog').getByText(name, { exact: true })).toBeInViewport({ ratio: 1 })
  }
  expect(await overflow(page)).toEqual([])
})

test('the sign-in page, a missing page and a search for a long word fit every screen', async ({
  page,
  problems,
}) => {
  problems.expect(/404/)
  for (const path of ['/auth', '/no/page', `/?q=${'w'.repeat(200)}`]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(/Welcome back|not found|No films/)
    for (const [width] of COLUMNS) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(page), `${path} at ${width} px`).toEqual([])
    }
  }
})

/** Returns the elements that make the page wider than the window. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 100))
  })
}
