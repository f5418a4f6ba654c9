import { accountForm, header } from '../support/account-ui.ts'
import { expect, test } from '../support/fixtures.ts'

const CHUNK = '**/assets/auth-page-*.js'

test('a page whose code never arrives says so, and opens once it arrives', async ({ page, problems }) => {
  problems.expect(/./)
  await page.goto('/')
  await page.route(CHUNK, () => {})
  await header(page).signIn.click()
  await expect(page.getByRole('heading', { name: 'Site unreachable' })).toBeVisible({ timeout: 100_000 })
  await page.unroute(CHUNK)
  await expect(accountForm(page).email).toBeVisible({ timeout: 100_000 })
})

test('a page whose code a portal answers says so, and opens once it is gone', async ({ page, problems }) => {
  problems.expect(/./)
  await page.goto('/')
  await page.route(CHUNK, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'cache-control': 'max-age=3600' },
      body: '<h1>Sign in',
    }),
  )
  await header(page).signIn.click()
  await expect(page.getByRole('heading', { name: 'Site unreachable' })).toBeVisible()
  await page.unroute(CHUNK)
  await expect(accountForm(page).email).toBeVisible({ timeout: 100_000 })
})
