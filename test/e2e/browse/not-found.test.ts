import { FILMS, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'

const PATHS = ['/no.body', '/admin/titles/of/no/kind', '/auth/more', '/%F0%9F%8E%AC?q=1', '/..%2f..%2fetc']

test('a path without a page shows “Page not found” and links to the home page', async ({
  page,
  problems,
}) => {
  problems.expect(/^(response 404|console: Failed to load resource: .* 404)/)
  for (const path of PATHS) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8')
    await expect(
      page.getByRole('heading', { name: 'Oops! Page not found', exact: true, level: 1 }),
      path,
    ).toBeVisible()
    await expect(page).toHaveTitle(/^Page not found · /)
  }
  await page.getByRole('link', { name: 'Return to Home', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
})

test('a request for a missing chunk gets a plain-text 404 instead of a page', async ({ request }) => {
  const response = await request.get('/assets/gone-12345678.js')
  expect(response.status()).toBe(404)
  expect(response.headers()['content-type']).toMatch(/^text\/plain/)
})

test('the page without content, which browsers store, is not for search engines', async ({ request }) => {
  const response = await request.get('/index.html')
  expect(response.status()).toBe(200)
  expect(response.headers()['x-robots-tag']).toBe('noindex')
  expect(await response.text()).toContain('<div id="root"></div>')
})
