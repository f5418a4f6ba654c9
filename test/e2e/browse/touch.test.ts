import { devices } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { signInAs, signUp } from '../support/people.ts'

const { viewport: _, defaultBrowserType: __, ...phone } = devices['Pixel 7'] ?? {}
test.use({ ...phone, viewport: { width: 390, height: 844 } })

test('a tap on a cover opens its panel, and a tap elsewhere closes it', async ({ page }) => {
  await page.goto('/')
  const card = homePage(page).card('Grand Illusion')
  const wishlist = card.getByRole('button', { name: 'Wishlist' })
  const cover = homePage(page).panelButton('Grand Illusion')

  await cover.tap()
  await expect(wishlist).toBeVisible()
  await page.getByRole('heading', { name: 'Track Your Criterion Collection' }).tap()
  await expect(wishlist).toBeHidden()

  await cover.tap()
  await expect(wishlist).toBeVisible()
  await homePage(page).panelButton('Seven Samurai').tap()
  await expect(wishlist).toBeHidden()
  await expect(homePage(page).card('Seven Samurai').getByRole('button', { name: 'Wishlist' })).toBeVisible()
})

test('the tap that opens the panel presses no button in it', async ({ page }) => {
  await page.goto('/')
  await homePage(page).panelButton('Grand Illusion').scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }))
  const cover = await homePage(page).panelButton('Grand Illusion').boundingBox()
  if (!cover) throw new Error('The first film has no cover.')
  // The position of a button of the panel that is about to open.
  await page.touchscreen.tap(cover.x + cover.width / 2, cover.y + cover.height * 0.55)
  await expect(homePage(page).card('Grand Illusion').getByRole('button', { name: 'Wishlist' })).toBeVisible()
  await page.waitForTimeout(400)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a tap opens the links of More Info, and a tap on Back returns to the actions', async ({ page }) => {
  await page.goto('/')
  await homePage(page).panelButton('Grand Illusion').tap()
  const card = homePage(page).card('Grand Illusion')
  await card.getByRole('button', { name: 'More Info' }).tap()
  await expect(card.getByRole('listitem').getByRole('link')).toHaveCount(7)
  await expect(card.getByRole('link', { name: 'eBay' })).toBeVisible()
  await card.getByRole('button', { name: 'Back' }).tap()
  await card.getByRole('button', { name: 'Mark Watched' }).tap()
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('each line of More Info is at least 44 px high, and Back works after scrolling', async ({ page }) => {
  await page.goto('/')
  await homePage(page).panelButton('Grand Illusion').tap()
  const card = homePage(page).card('Grand Illusion')
  await card.getByRole('button', { name: 'More Info' }).tap()
  await expect(card.getByRole('listitem').getByRole('link')).toHaveCount(7)
  for (const line of [
    card.getByRole('button', { name: 'Back' }),
    ...(await card.getByRole('listitem').getByRole('link').all()),
  ]) {
    expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await card.getByRole('link', { name: 'eBay' }).scrollIntoViewIfNeeded()
  await expect(card.getByRole('link', { name: 'eBay' })).toBeInViewport({ ratio: 1 })
  await card.getByRole('button', { name: 'Back' }).tap()
  await expect(card.getByRole('button', { name: 'Mark Watched' })).toBeVisible()
})

test('the search stays in view deep in the list, without a layout shift', async ({ page }) => {
  await recordLayoutShifts(page)
  await page.goto('/')
  await expect(homePage(page).status).toBeVisible()
  await page.evaluate(() => window.scrollTo({ top: 4000, behavior: 'instant' }))
  await expect(homePage(page).search).toBeInViewport({ ratio: 1 })
  const { y = 0, height = 0 } = (await homePage(page).search.boundingBox()) ?? {}
  // The rows above the search have scrolled out of view.
  expect(y + height).toBeLessThan(64)
  await expect(page.getByRole('link', { name: 'Sign In' })).not.toBeInViewport()
  expect(await layoutShifts(page)).toEqual([])
  await homePage(page).search.fill('kurosawa')
  await expect(homePage(page).status).toBeInViewport()
})

test('the header does not hide an element that the keyboard focuses', async ({ page, server }) => {
  await signInAs(page.context(), await signUp(server.url, 'keys'))
  await page.goto('/')
  await expect(page.getByRole('checkbox').first()).toBeEnabled()
  await page.evaluate(() => window.scrollTo({ top: 3000, behavior: 'instant' }))
  await page.keyboard.press('Shift')
  await homePage(page).search.focus()
  const account = page.getByRole('navigation', { name: 'Your account' })
  for (const way of await account.getByRole('link').all()) {
    await way.focus()
    await expect(way).toBeInViewport({ ratio: 1 })
  }
  // In reverse order each focused cover scrolls in at the top.
  const covers = await page.locator('[data-cover-trigger]').all()
  for (const cover of covers.slice(8, 14).reverse()) {
    await cover.focus()
    const header = await page.getByRole('banner').boundingBox()
    const box = await cover.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  }
})

test('every tap target is at least 24 px wide and high at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await homePage(page).panelButton('Grand Illusion').tap()
  const card = homePage(page).card('Grand Illusion')
  await expect(card.getByRole('button', { name: 'Wishlist' })).toBeVisible()
  await expectRoomForFingers()
  await card.getByRole('button', { name: 'More Info' }).tap()
  await expect(card.getByRole('link', { name: 'eBay' })).toBeVisible()
  await expectRoomForFingers()

  async function expectRoomForFingers() {
    const small = await page.locator('button, select, input, a').evaluateAll((targets) =>
      targets
        .filter(
          (target) => target.checkVisibility({ visibilityProperty: true }) && !target.closest('[inert]'),
        )
        // The skip link is for keyboards only. A link within a sentence is exempt (WCAG 2.5.8).
        .filter(
          (target) =>
            getComputedStyle(target).display !== 'inline' && target.getAttribute('href') !== '#content',
        )
        .map((target) => (target.closest('label') ?? target).getBoundingClientRect())
        .filter(({ width, height }) => width < 24 || height < 24)
        .map(({ width, height, x, y }) => ({ width, height, x, y })),
    )
    expect(small).toEqual([])
  }
})
