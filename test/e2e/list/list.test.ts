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
  for (const name of ['On the wishlist', 'Watched'])
    await expect(row('Seven Samurai').getByRole('button', { name: `${name}: Seven Samurai` })).toBeEnabled()
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

test('the keys 1 to 4 tick the formats in their order, and a format that was not released stays unticked', async ({
  page,
  server,
}) => {
  await signInAs(page.context(), await signUp(server.url, 'keys'))
  await page.goto('/?view=list')
  const row = (title: string) => page.getByRole('row', { name: new RegExp(`^${title}, spine`) })
  const boxes = row('Seven Samurai').getByRole('checkbox', { name: /^Own / })
  const checked = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))
  await expect(boxes.first()).toBeEnabled()
  await row('Seven Samurai').focus()
  for (const [key, expected] of [
    ['1', [true, false, false, false]],
    ['3', [true, false, true, false]],
    ['4', [true, false, true, true]],
    ['2', [true, true, true, true]],
    ['1', [false, true, true, true]],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(checked, key).toEqual(expected)
  }
  // Grand Illusion was released on LaserDisc and DVD.
  await page.keyboard.press('ArrowUp')
  await expect(row('Grand Illusion')).toBeFocused()
  for (const key of ['3', '4', '2']) await page.keyboard.press(key)
  const other = row('Grand Illusion').getByRole('checkbox', { name: /^Own / })
  await expect(other).toHaveCount(2)
  await expect(other.nth(1)).toBeChecked()
  await expect(other.first()).not.toBeChecked()
})

test('on a phone a row has two lines with targets of a finger’s size, and a tap ticks or opens', async ({
  newVisitor,
  server,
}) => {
  const page = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signInAs(page.context(), await signUp(server.url, 'thumb'))
  await page.goto('/?view=list&director=Akira+Kurosawa')
  const row = page.getByRole('row', { name: /^Seven Samurai, spine/ })
  const boxes = row.getByRole('checkbox', { name: /^Own / })
  await expect(boxes.first()).toBeEnabled()
  expect(Math.round((await row.boundingBox())?.height ?? 0)).toBe(77)
  await row.getByRole('checkbox', { name: /on DVD/ }).tap()
  await expect(row.getByRole('checkbox', { name: /on DVD/ })).toBeChecked()
  const targets = await boxes.evaluateAll((all) =>
    all.map((box) => {
      const { width, height } = box.getBoundingClientRect()
      return [width, height]
    }),
  )
  expect(targets).toHaveLength(4)
  for (const [width = 0, height = 0] of targets) {
    expect(width).toBeGreaterThanOrEqual(33)
    expect(height).toBeGreaterThanOrEqual(44)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await row.getByRole('link', { name: 'Seven Samurai' }).tap()
  await expect(page).toHaveURL('/spine/2')
  await page.goBack()
  await expect(row.getByRole('checkbox', { name: /on DVD/ })).toBeChecked()
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
