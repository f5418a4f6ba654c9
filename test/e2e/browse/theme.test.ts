import { expect, test } from '../support/fixtures.ts'

const LIGHT = 'rgb(246, 243, 236)'
const DARK = 'rgb(19, 18, 17)'

test('a chosen theme survives a reload and applies to other tabs', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/auth')
  const html = page.locator('html')
  await expect(html).toHaveCSS('background-color', LIGHT)
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(html).toHaveCSS('background-color', DARK)
  await page.reload()
  await expect(html).toHaveCSS('background-color', DARK)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()

  const other = await context.newPage()
  await other.goto('/auth')
  await expect(other.locator('html')).toHaveCSS('background-color', DARK)
  await page.getByRole('radio', { name: 'System' }).check({ force: true })
  await expect(html).toHaveCSS('background-color', LIGHT)
  await expect(other.locator('html'), 'another tab follows').toHaveCSS('background-color', LIGHT)
})

test('the theme follows the system until a person chooses one', async ({ page }) => {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/auth')
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await expect(html).toHaveCSS('background-color', DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveCSS('background-color', LIGHT)
})

test('the chosen theme applies before the application has loaded', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/auth')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  const app = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await app.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveCSS('background-color', DARK)
  expect(
    await page
      .locator('meta[name=theme-color]')
      .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content'))),
  ).toEqual(['#131211', '#131211'])
  app.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
