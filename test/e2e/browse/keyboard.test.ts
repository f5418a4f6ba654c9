import type { Locator, Page } from '@playwright/test'
import { FILMS, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openPanel } from '../support/home-page.ts'

test('a visitor searches, sorts and opens a film with the keyboard alone', async ({ page }) => {
  const { search, sort, format, status } = homePage(page)
  const keyboard = page.keyboard
  await page.goto('/')
  await expect(status).toBeVisible()

  await keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await keyboard.press('Tab')
  await expect(search).toBeFocused()
  await keyboard.type('seven samurai')
  await expect(status).toHaveText('Showing 1 of 1 title')
  await expect(search).toBeFocused()

  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(sort).toBeFocused()
  await keyboard.type('Year')
  await expect(page).toHaveURL(/sort=year/)
  await expect(sort).toBeFocused()
  await tabTo(page, format)
  await keyboard.type('4K')
  await expect(page).toHaveURL(/format=4k/)
  await expect(status).toHaveText('Showing 1 of 1 title')

  const card = homePage(page).card('Seven Samurai')
  await tabTo(page, homePage(page).panelButton('Seven Samurai'))
  for (const name of ['Claim Title', 'Wishlist', 'Mark Watched', 'More Info']) {
    await keyboard.press('Tab')
    const button = card.getByRole('button', { name })
    await expect(button).toBeFocused()
    await expect(button).toBeInViewport()
  }
  await keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Back' })).toBeFocused()
  for (const name of ['Criterion', 'IMDb', 'Letterboxd', 'Wikipedia', 'Blu-ray.com', 'Amazon', 'eBay']) {
    await keyboard.press('Tab')
    const link = card.getByRole('link', { name, exact: true })
    await expect(link).toBeFocused()
    await expect(link).toBeInViewport({ ratio: 1 })
  }
  // The panel closes when the focus leaves its last link.
  await keyboard.press('Tab')
  await expect(homePage(page).panelButton('Seven Samurai')).toHaveAttribute('aria-expanded', 'false')
})

test('in an open panel, Back returns from the links to the actions and Escape to the cover', async ({
  page,
}) => {
  await page.goto('/')
  const card = homePage(page).card('Amarcord')
  const cover = homePage(page).panelButton('Amarcord')
  await homePage(page).panelButton('The Lady Vanishes').focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await cover.focus()
  await expect(card.getByRole('button', { name: 'Wishlist' })).toBeVisible()
  await card.getByRole('button', { name: 'More Info' }).press('Enter')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'More Info' })).toBeFocused()
  await expect(card.getByRole('link', { name: 'eBay' })).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'Wishlist' })).toHaveCount(0)
  await expect(cover).toBeFocused()
  await expect(cover).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Wishlist' })).toBeVisible()
})

test('Enter keeps the panel open on a card that Tab has reached, and Escape closes it step by step', async ({
  page,
}) => {
  await page.goto('/')
  const card = homePage(page).card('Grand Illusion')
  const cover = homePage(page).panelButton('Grand Illusion')
  await homePage(page).format.focus()
  await tabTo(page, cover)
  await expect(cover).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(cover).toHaveAttribute('aria-expanded', 'true')
  await expect(card.getByRole('button', { name: 'Claim Title' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cover, 'the next press closes it').toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')

  await card.getByRole('button', { name: 'More Info' }).press('Enter')
  await expect(card.getByRole('button', { name: 'Back' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'More Info' })).toBeFocused()
  await expect(cover).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(cover).toBeFocused()
  await expect(cover).toHaveAttribute('aria-expanded', 'false')
})

test('a slash focuses the search, except while another field has the focus or a dialog is open', async ({
  page,
}) => {
  await page.goto('/?q=ozu')
  const { search, sort } = homePage(page)
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('a/b')
  await expect(search).toHaveValue('a/b')
  await page.goto('/')
  await sort.focus()
  await page.keyboard.press('/')
  await expect(sort).toBeFocused()

  const wishlist = (await openPanel(page, 'Grand Illusion')).getByRole('button', { name: 'Wishlist' })
  await wishlist.click()
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeFocused()
  await page.keyboard.press('/')
  await expect(cancel).toBeFocused()
})

test('the sign-in dialog traps the focus and returns it when it closes', async ({ page }) => {
  await page.goto('/')
  await homePage(page).panelButton('Grand Illusion').press('Tab')
  const wishlist = homePage(page).card('Grand Illusion').getByRole('button', { name: 'Wishlist' })
  await wishlist.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign In Required' })
  await expect(dialog).toBeVisible()
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  const signIn = dialog.getByRole('link', { name: 'Sign In / Sign Up' })
  await expect(cancel).toBeFocused()
  for (const next of [signIn, cancel, signIn]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }
  await page.keyboard.press('Shift+Tab')
  await expect(cancel).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(wishlist).toBeFocused()
})

test('focusing a control of the header does not scroll the page', async ({ page }) => {
  await page.goto('/')
  await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
  await page.evaluate(() => scrollTo({ top: 1800, behavior: 'instant' }))
  await homePage(page).search.focus()
  for (let stop = 0; stop < 2; stop++) await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(1800)
})

test('the header does not cover a focused card', async ({ page }) => {
  await page.goto('/')
  await expect(homePage(page).status).toBeVisible()
  const header = await page.getByRole('banner').boundingBox()
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  const film = FILMS[8]
  await homePage(page)
    .panelButton(film?.title ?? '')
    .focus()
  const card = await homePage(page)
    .card(film?.title ?? '')
    .boundingBox()
  expect(card?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
})

test('tabbing through the cards scrolls no cover', async ({ page }) => {
  await page.goto('/')
  await expect(homePage(page).status).toBeVisible()
  await homePage(page).format.focus()
  await tabTo(page, homePage(page).panelButton('Grand Illusion'))
  for (let stop = 0; stop < 13; stop++) await page.keyboard.press('Tab')
  await expect(
    homePage(page).card('The Lady Vanishes').getByRole('button', { name: 'Claim Title' }),
  ).toBeFocused()
  const scrolled = await page
    .locator('article *')
    .evaluateAll((parts) =>
      parts.filter((part) => part.scrollTop || part.scrollLeft).map((part) => part.outerHTML),
    )
  expect(scrolled).toEqual([])
  const cover = await homePage(page).panelButton('The Lady Vanishes').boundingBox()
  expect(cover?.y, 'the row is still in view').toBeGreaterThan(300)
})

/** Presses Tab until an element has the focus; other controls may stand before it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 10; stop++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}
