import { expectAccessible } from '../support/axe.ts'
import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'

/** A browser without scripts reports that it does not load this one. */
const BLOCKED_SCRIPT = /failed request: csp .*before-paint\.js$/

test('the list has a row for each film, and its head sorts it in both directions', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'List' }).click()
  await expect(page).toHaveURL('/?view=list')
  const rows = page.getByRole('grid', { name: 'Films' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  const head = page.getByRole('columnheader', { name: 'Min' })
  await head.getByRole('link').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('link').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  const [longest] = FILMS.toSorted((a, b) => (b.running_time ?? 0) - (a.running_time ?? 0))
  await expect(rows.nth(1)).toContainText(String(longest?.running_time))
  await expect(page).toHaveURL(/[?&]sort=running_time&order=desc/)
})

test('the keyboard moves between rows, ticks and opens', async ({ page, server }) => {
  await signInAs(page.context(), await signUp(server.url, 'rows'))
  await page.goto('/?view=list')
  const row = (title: string) => page.getByRole('row', { name: new RegExp(`^${title}, spine`) })
  const dvd = row('Seven Samurai').getByRole('checkbox', {
    name: /^Own Seven Samurai on DVD, (in|out of) print$/,
  })
  await expect(dvd).toBeEnabled()
  await row('Grand Illusion').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row('Seven Samurai')).toBeFocused()
  await page.keyboard.press('2')
  await expect(dvd).toBeChecked()
  await page.keyboard.press('w')
  await expect(
    row('Seven Samurai').getByRole('button', { name: 'On the wishlist: Seven Samurai' }),
  ).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('s')
  await expect(row('Seven Samurai').getByRole('button', { name: 'Watched: Seven Samurai' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/spine/2')
})

test('without a script, the server draws the list and its head sorts', async ({ newVisitor, problems }) => {
  problems.expect(BLOCKED_SCRIPT)
  const page = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/?view=list')
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('columnheader', { name: 'Spine' }).getByRole('link').click()
  await expect(page).toHaveURL(/[?&]sort=spine&order=desc/)
  await expect(page.getByRole('row').nth(1)).toContainText('1299')
  await expect(homePage(page).status).toBeVisible()
})

test('the list is accessible to visitors', async ({ page }) => {
  await page.goto('/?view=list&country=Sweden&from=1960')
  await expectAccessible(page, 'the list of a visitor')
})

test('the list is accessible to people', async ({ page, server }) => {
  await signInAs(page.context(), await signUp(server.url, 'rows-axe'))
  await page.goto('/?view=list&director=Akira+Kurosawa')
  await expect(
    page.getByRole('checkbox', { name: /^Own Seven Samurai on DVD, (in|out of) print$/ }),
  ).toBeEnabled()
  await expectAccessible(page, 'the list of a person')
})
