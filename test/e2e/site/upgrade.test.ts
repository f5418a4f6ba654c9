import type { Locator, Page } from '@playwright/test'
import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openPanel } from '../support/home-page.ts'
import { skipServerRendering } from '../support/skip-server-rendering.ts'

const VIEW = '/?q=kurosawa&sort=year'
const FOUND = FILMS.filter(({ director }) => director.includes('Kurosawa')).length

test('a page whose chunk an upgrade removed loads after a reload', async ({ page, problems }) => {
  problems.expect(/auth-page|dynamically imported|preload/)
  const loads = countLoads(page)
  await page.goto(VIEW)
  await expect(homePage(page).cards).toHaveCount(FOUND)
  await page.route('**/assets/auth-page-*.js', (route) => (loads() < 2 ? missing(route) : route.continue()))
  await clickWithoutHover(page.getByRole('link', { name: 'Sign In' }))
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  // The page is visible before it is hydrated.
  await page.waitForFunction(() => window.clicksToReplay === undefined)
  // The router and the application can each reload the page once.
  expect(loads()).toBeGreaterThanOrEqual(2)
  expect(loads()).toBeLessThanOrEqual(3)
  await page.goBack()
  await expect(page).toHaveURL(VIEW)
  await expect(homePage(page).cards).toHaveCount(FOUND)
})

test('a dialog whose chunk an upgrade removed reloads the page with the same view', async ({
  page,
  problems,
}) => {
  problems.expect(/sign-in-dialog|dynamically imported|preload/)
  const loads = countLoads(page)
  await page.goto(VIEW)
  await expect(homePage(page).cards).toHaveCount(FOUND)
  await page.route('**/assets/sign-in-dialog-*.js', (route) =>
    loads() < 2 ? missing(route) : route.continue(),
  )
  const reloaded = page.waitForEvent('load')
  await (await openPanel(page, 'Ikiru')).getByRole('button', { name: 'Wishlist' }).click()
  await reloaded
  await expect(page).toHaveURL(VIEW)
  await expect(homePage(page).search).toHaveValue('kurosawa')
  await expect(homePage(page).sort).toHaveValue('year')
  await expect(homePage(page).cards).toHaveCount(FOUND)
  // The test did not start this reload, so it has to wait for hydration here.
  await page.waitForFunction(() => window.clicksToReplay === undefined)
  await (await openPanel(page, 'Ikiru')).getByRole('button', { name: 'Wishlist' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
  expect(loads()).toBe(2)
})

test('a chunk that stays missing does not reload the page endlessly', async ({ page, problems }) => {
  problems.expect(/auth-page|dynamically imported|preload|Failed to fetch/)
  const loads = countLoads(page)
  await page.route('**/assets/auth-page-*.js', missing)
  await page.goto('/')
  await clickWithoutHover(page.getByRole('link', { name: 'Sign In' }))
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.waitForTimeout(2500)
  // The router and the application each reload the page once.
  expect(loads()).toBeLessThanOrEqual(3)
  const settled = loads()
  await page.waitForTimeout(1500)
  expect(loads()).toBe(settled)
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('an error while rendering shows a page with a Reload button', async ({ page, problems }) => {
  problems.expect(/toLowerCase|trim|is not a function/)
  await skipServerRendering(page)
  await page.route('**/rest/v1/films?*', async (route) => {
    const response = await route.fetch()
    const films: object[] = await response.json()
    // A number instead of an address throws in the card. The server never returns one.
    await route.fulfill({ response, json: films.map((film) => ({ ...film, box_art_url: 5 })) })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/rest/v1/films?*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(homePage(page).cards).toHaveCount(50)
})

/** A link loads its page's code as soon as the mouse is over it, and the reload could take away the link that is clicked. */
function clickWithoutHover(link: Locator): Promise<void> {
  return link.evaluate((element: HTMLElement) => element.click())
}

function missing(route: { fulfill(response: object): Promise<void> }): Promise<void> {
  return route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
}

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('response', (response) => {
    if (response.request().resourceType() === 'document') loads++
  })
  return () => loads
}
