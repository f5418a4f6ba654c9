import { FILMS, showingFirstPage } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'

const PATHS = [
  '/no.body',
  '/admin/titles/of/no/kind',
  '/auth/more',
  '/index.html',
  '/%F0%9F%8E%AC?q=1',
  '/..%2f..%2fetc',
]

test('any path without a page says so and leads home', async ({ page, problems }) => {
  problems.expect(/^(response 404|console: Failed to load resource: .* 404)/)
  for (const path of PATHS) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    expect(answer?.headers()['content-type']).toBe('text/html; charset=utf-8')
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

test('a chunk that is not there is not answered with a page', async ({ request }) => {
  const answer = await request.get('/assets/gone-12345678.js')
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/)
})
