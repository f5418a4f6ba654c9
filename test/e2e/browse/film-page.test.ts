import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { toast } from '../support/account-ui.ts'
import { FILMS } from '../support/catalogue.ts'
import { holdConnectionChecks } from '../support/connection-checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { loseNetwork } from '../support/marks-read.ts'
import { signInAs, signUp } from '../support/people.ts'
import { scrollUntil } from '../support/scroll.ts'
import { skipServerRendering } from '../support/skip-server-rendering.ts'
import { startSlowHtmlProxy } from '../support/slow-html-proxy.ts'

function filmPage(page: Page) {
  const neighbours = page.getByRole('navigation', { name: 'Neighbours by spine' })
  const shelf = neighbours.getByRole('list')
  return {
    heading: page.getByRole('heading', { level: 1 }),
    back: page.getByRole('link', { name: 'Back to the collection' }),
    box: (format: string, title: string) =>
      page.getByRole('checkbox', { name: `${format} of ${title}`, exact: true }),
    neighbours,
    disc: (spine: number) => shelf.getByRole('link', { name: new RegExp(`^${spine} `) }),
    pulledOut: shelf.locator('[aria-current=page]'),
  }
}

test('a title leads from the list to its page, and Back to the same place in the list', async ({ page }) => {
  await page.goto('/?sort=title')
  await homePage(page).cards.first().waitFor()
  await scrollUntil(page, 150)
  await page.evaluate(() => scrollTo({ top: 9000, behavior: 'instant' }))
  const title = await titleInView(page)
  const link = homePage(page).cards.getByRole('link', { name: title, exact: true })
  const place = await page.evaluate(() => Math.round(scrollY))
  const requests = requestsOf(page)
  await link.click()
  await expect(page).toHaveURL(/\/spine\/\d+$/)
  await expect(filmPage(page).heading).toHaveText(title)
  expect((await page.title()).startsWith(title)).toBe(true)
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(filmPage(page).pulledOut).toBeVisible()
  expect(
    requests().filter((url) => /spine=eq/.test(url)),
    'the list has read the film',
  ).toEqual([])

  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(place)
  await expect(link).toHaveText(title)

  // The page's own link does the same, also after a walk along the shelf.
  await link.click()
  await filmPage(page)
    .neighbours.getByRole('link', { name: /^Spine \d+/ })
    .last()
    .click()
  await expect(filmPage(page).heading).not.toHaveText(title)
  await filmPage(page).back.click()
  await expect(page).toHaveURL('/?sort=title')
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(place)
})

test('without a list before it, a film’s page leads back to the home page', async ({ page }) => {
  await page.goto('/spine/2')
  await filmPage(page).back.click()
  await expect(page).toHaveURL('/')
  await expect(homePage(page).status).toBeVisible()
})

test('what is ticked on a film’s page is ticked in the list, and the other way round', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'film-ticker')
  await signInAs(page.context(), person)
  await recordLayoutShifts(page)
  // The marks follow later than the page's code.
  await page.route('**/rest/v1/user_ownership*', async (route) => {
    if (route.request().method() === 'GET') await setTimeout(700)
    await route.continue()
  })
  await page.goto('/spine/2')
  const { box } = filmPage(page)
  await expect(box('DVD', 'Seven Samurai')).toBeEnabled()
  expect(await layoutShifts(page)).toEqual([])
  await box('DVD', 'Seven Samurai').check()
  await page.getByRole('button', { name: 'Mark Watched' }).click()
  await expect(page.getByRole('button', { name: 'Watched (remove)' })).toBeVisible()
  await page.getByRole('button', { name: 'Wishlist', exact: true }).click()
  const wishlist = page.getByRole('button', { name: 'On your wishlist (remove)' })
  // The bookmark is filled; the eye stays an outline.
  await expect(wishlist.locator('svg')).not.toHaveCSS('fill', 'none')
  const watched = page.getByRole('button', { name: 'Watched (remove)' })
  await expect(watched.locator('svg')).toHaveCSS('fill', 'none')

  await filmPage(page).back.click()
  const card = homePage(page).card('Seven Samurai')
  await expect(box('DVD', 'Seven Samurai')).toBeChecked()
  await expect(card.getByText('On the wishlist')).toBeAttached()
  await expect(card.getByText('Watched', { exact: true })).toBeAttached()
  await box('BD', 'Seven Samurai').check()
  await card.getByRole('link', { name: 'Seven Samurai' }).click()
  await expect(box('BD', 'Seven Samurai')).toBeChecked()
  await expect(box('4K', 'Seven Samurai')).not.toBeChecked()

  await page.getByRole('button', { name: 'On your wishlist (remove)' }).click()
  await toast(page, 'Removed from your wishlist').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'On your wishlist (remove)' })).toBeVisible()
  await page.reload()
  await expect(box('DVD', 'Seven Samurai')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Watched (remove)' })).toBeVisible()
})

test('a tick on a film’s page without a network waits and is sent when it is back', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await signUp(server.url, 'film-offline')
  await signInAs(context, person)
  await page.goto('/spine/2')
  const dvd = filmPage(page).box('DVD', 'Seven Samurai')
  await expect(dvd).toBeEnabled()
  await loseNetwork(page)
  await dvd.check()
  await page.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await expect(dvd).toHaveAttribute('title', 'Not sent yet')
  await expect(page.getByRole('button', { name: 'On your wishlist (remove)' })).toHaveAttribute(
    'title',
    'Not sent yet',
  )
  await context.setOffline(false)
  await expect(dvd).not.toHaveAttribute('title', { timeout: 45_000 })
  const { data } = await person.client
    .from('user_wishlist')
    .select('film_id')
    .eq('user_id', person.session.user.id)
    .throwOnError()
  expect(data).toHaveLength(1)
})

test('a visitor who ticks on a film’s page is asked to sign in, and the tick is set afterwards', async ({
  page,
}) => {
  await page.goto('/spine/2')
  await page.getByRole('button', { name: 'BD of Seven Samurai' }).click()
  await page.getByRole('dialog', { name: 'Sign In Required' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/auth\?next=%2Fspine%2F2$/)
})

test('the arrow keys move along the shelf, Enter opens a film, and the shelf is one tab stop', async ({
  page,
}) => {
  await page.goto('/spine/600')
  const { disc, pulledOut, heading, neighbours } = filmPage(page)
  await expect(pulledOut).toHaveAccessibleName('600 Anatomy of a Murder')
  await neighbours.getByRole('link', { name: /^Spine 601/ }).focus()
  await page.keyboard.press('Tab')
  await expect(disc(600)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(disc(598)).toBeFocused()
  await expect(disc(598)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Home')
  await expect(disc(560)).toBeFocused()
  await expect(disc(560)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('End')
  await expect(disc(660)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(disc(660)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/spine/660')
  await expect(heading).toHaveText(FILMS[659]?.title ?? '')
  await expect(pulledOut).toHaveAccessibleName(/^660 /)
})

for (const width of [320, 390, 1280, 2560]) {
  test(`the pulled-out disc is in view without scrolling, and no disc moves when the script arrives, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await recordLayoutShifts(page)
    for (const spine of [1, 2, 30, 600, 1290, 1299]) {
      await page.goto(`/spine/${spine}`)
      await filmPage(page).pulledOut.scrollIntoViewIfNeeded()
      await expect(filmPage(page).pulledOut).toBeInViewport({ ratio: 1 })
      expect(await layoutShifts(page), `spine ${spine}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}

test('what is above the shelf does not move while the page arrives', async ({ page, server, problems }) => {
  const slow = await startSlowHtmlProxy(server.url, 100)
  problems.expect(new RegExp(slow.url))
  await recordLayoutShifts(page)
  await page.goto(`${slow.url}/spine/2`)
  await page.waitForLoadState('networkidle')
  expect(await layoutShifts(page)).toEqual([])
  slow.stop()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a finger scrolls the shelf to both sides and opens a disc', async ({ page }) => {
    await page.goto('/spine/600')
    const { disc, heading, neighbours } = filmPage(page)
    const list = neighbours.getByRole('list')
    await list.scrollIntoViewIfNeeded()
    for (const spine of [565, 655]) {
      await expect(disc(spine)).not.toBeInViewport()
      await list.evaluate(
        (element, by) => element.scrollBy({ left: by, behavior: 'instant' }),
        spine < 600 ? -2000 : 4000,
      )
      await expect(disc(spine)).toBeInViewport({ ratio: 1 })
      const { width = 0 } = (await disc(spine).boundingBox()) ?? {}
      expect(width).toBeGreaterThanOrEqual(24)
    }
    await disc(655).tap()
    await expect(heading).toHaveText(FILMS[654]?.title ?? '')
  })
})

test('the search on a film’s page leads to the catalogue when Enter is pressed', async ({ page }) => {
  await page.goto('/spine/2')
  const { search, status } = homePage(page)
  await search.fill('ozu tokyo')
  await page.waitForTimeout(500)
  await expect(page, 'typing does not end with the page').toHaveURL('/spine/2')
  await search.press('Enter')
  await expect(page).toHaveURL('/?q=ozu+tokyo')
  await expect(status).toBeVisible()
  await expect(search).toHaveValue('ozu tokyo')
})

test('each fact of a film leads to the films of the catalogue that share it', async ({ page }) => {
  await page.goto('/spine/173')
  const { heading } = filmPage(page)
  await expect(heading).toHaveText('The Life and Death of Colonel Blimp')
  for (const [name, address, other] of [
    ['Emeric Pressburger', '/?director=Emeric+Pressburger', 'The Red Shoes'],
    ['United Kingdom', '/?country=United+Kingdom', 'The Lady Vanishes'],
    ['1943', '/?from=1943&to=1943', 'Day of Wrath'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(homePage(page).card(other)).toBeVisible()
    await expect(homePage(page).card('Grand Illusion')).toHaveCount(0)
    await page.goBack()
    await expect(heading).toHaveText('The Life and Death of Colonel Blimp')
  }
})

test('leaving a film’s page removes its canonical address', async ({ page }) => {
  await page.goto('/spine/2')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', '/spine/2')
  await filmPage(page).disc(3).click()
  await expect(filmPage(page).heading).toHaveText('The Lady Vanishes')
  await expect(page.locator('link[rel=canonical], [type="application/ld+json"]')).toHaveCount(0)
})

test('a spine that no film has shows the 404 page, also within the site', async ({ page, problems }) => {
  problems.expect(/7123456|response 404|status of 404/)
  const response = await page.goto('/spine/7123456')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.goto('/')
  await page.evaluate(() => {
    history.pushState({ __TSR_index: 1 }, '', '/spine/7123456')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await expect(page).toHaveTitle(/^Page not found/)
})

test('a film’s page that cannot be loaded says so and tries again', async ({ page, problems }) => {
  problems.expect(/rest\/v1\/films|ERR_CONNECTION_REFUSED/)
  await holdConnectionChecks(page)
  await page.route('**/rest/v1/films?*', (route) => route.abort('connectionrefused'))
  await skipServerRendering(page)
  await page.goto('/spine/2')
  await expect(page.getByText('This film could not be loaded.')).toBeVisible()
  await page.unroute('**/rest/v1/films?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(filmPage(page).heading).toHaveText('Seven Samurai')
  await expect(filmPage(page).pulledOut).toBeVisible()
})

test('a film’s page shows the film while the neighbours cannot be loaded', async ({ page, problems }) => {
  problems.expect(/rest\/v1\/films|ERR_CONNECTION_REFUSED/)
  await holdConnectionChecks(page)
  await page.route(/rest\/v1\/films.*spine=(lt|gt)/, (route) => route.abort('connectionrefused'))
  await skipServerRendering(page)
  await page.goto('/spine/2')
  await expect(filmPage(page).heading).toHaveText('Seven Samurai')
  await expect(page.getByText('The neighbours could not be loaded.')).toBeVisible()
  await page.unroute(/rest\/v1\/films.*spine=(lt|gt)/)
  await filmPage(page).neighbours.getByRole('button', { name: 'Try again' }).click()
  await expect(filmPage(page).pulledOut).toBeVisible()
})

test('without a script a film’s page shows everything but the ticks, and its links work', async ({
  newVisitor,
  problems,
}) => {
  problems.expect(/^failed request: csp .*\.js$/)
  const page = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/spine/600')
  await expect(filmPage(page).heading).toHaveText('Anatomy of a Murder')
  await expect(page.getByRole('row', { name: /Blu-ray/ })).toContainText('In print')
  await expect(page.getByRole('button')).toHaveText(['Search'])
  await expect(page.getByRole('link', { name: 'IMDb' })).toHaveAttribute('href', /tt0052561/)
  await filmPage(page).disc(601).click()
  await expect(page).toHaveURL('/spine/601')
  await page.getByRole('searchbox').fill('ikiru')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/?q=ikiru')
  await page.getByRole('article').getByRole('heading').getByRole('link').first().click()
  await expect(filmPage(page).heading).toHaveText('Ikiru')
})

/** Returns a title that the window shows and that only one card has. */
async function titleInView(page: Page): Promise<string> {
  const titles = homePage(page).cards.getByRole('heading').getByRole('link')
  const inView = () =>
    titles.evaluateAll((links) => {
      const names = links.map(({ textContent }) => textContent ?? '')
      const isOnlyOne = (name: string) => names.indexOf(name) === names.lastIndexOf(name)
      const found = links.find(
        (link) => link.getBoundingClientRect().top > innerHeight / 3 && isOnlyOne(link.textContent ?? ''),
      )
      return found?.textContent ?? ''
    })
  await expect.poll(inView).not.toBe('')
  return inView()
}

/** Returns a function that lists the addresses requested since. */
function requestsOf(page: Page): () => string[] {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return () => urls
}
