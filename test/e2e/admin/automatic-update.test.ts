import type { Page } from '@playwright/test'
import { FLAGS, type Flag } from '../../../domain/film/formats.ts'
import { toast } from '../support/account-ui.ts'
import { loadFirstTitlesOnly } from '../support/admin.ts'
import { expect } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'
import { countWith, test } from '../support/update-formats.ts'

const DONE = 'formats_updated'

/** Replaces the formats of films. */
async function setFormats(
  { client }: Person,
  spines: readonly number[],
  flags: Partial<Record<Flag, boolean>> = {},
) {
  const { data } = await client
    .from('films')
    .select('id')
    .in('spine', [...spines])
    .throwOnError()
  const none = Object.fromEntries(FLAGS.map((flag) => [flag, false]))
  await client
    .rpc('change_film_formats', {
      update_id: crypto.randomUUID(),
      update_name: 'Removed',
      changes: data.map(({ id }) => ({ id, after: { ...none, ...flags } })),
    })
    .throwOnError()
}

function isDone(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), DONE)
}

/** The spines of films that have a DVD in the site's file. */
const ON_DVD = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

test("an admin's first visit of the home page fills only the films without a format", async ({
  page,
  admin,
}) => {
  await setFormats(admin, ON_DVD.slice(0, 5))
  await setFormats(admin, [6], { bluray_4k: true })
  await page.goto('/')
  await expect(toast(page, 'Auto-updated 5 film formats!')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'DVD of Grand Illusion' })).toBeVisible()
  expect(await countWith(admin, ON_DVD.slice(0, 5), 'dvd')).toBe(5)
  expect(await countWith(admin, [6], 'dvd'), 'a format that an admin has set stays the only one').toBe(0)
  const { data } = await admin.client
    .from('film_updates')
    .select('name')
    .order('made_at', { ascending: false })
    .limit(1)
  expect(data).toEqual([{ name: 'Automatic update' }])
  await expect.poll(() => isDone(page)).toBe('true')

  await setFormats(admin, [1])
  const requests = countRequests(page)
  await page.reload()
  await expect(homePage(page).cards.first()).toBeVisible()
  await page.waitForTimeout(1000)
  expect(requests()).toBe(0)
  expect(await countWith(admin, [1], 'dvd'), 'the update runs only once').toBe(0)
})

test('the automatic update shows no message if all films have a format', async ({ page, admin: _ }) => {
  const requests = countRequests(page)
  await page.goto('/')
  await expect.poll(() => isDone(page)).toBe('true')
  expect(requests()).toBe(1)
  await expect(page.getByText(/Auto-updated/)).toHaveCount(0)
})

test('a failed automatic update is reported only in the console and runs again on the next visit', async ({
  page,
  admin,
  problems,
}) => {
  problems.expect(/film-formats\.csv/, /automatic update of formats failed/)
  await setFormats(admin, [1, 2])
  await page.route('**/film-formats.csv', (route) => route.abort('connectionreset'))
  const failed = page.waitForEvent('console', (message) =>
    message.text().includes('automatic update of formats failed'),
  )
  await page.goto('/')
  await failed
  expect(await isDone(page)).toBeNull()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('dialog')).toHaveCount(0)

  await page.unroute('**/film-formats.csv')
  await page.reload()
  await expect(toast(page, 'Auto-updated 2 film formats!')).toBeVisible()
})

test('the automatic update runs in a browser without storage', async ({ page, admin }) => {
  await setFormats(admin, [1, 2])
  await page.addInitScript((key) => {
    const { getItem, setItem } = Storage.prototype
    Storage.prototype.getItem = function (name) {
      if (name === key) throw new DOMException('denied', 'SecurityError')
      return getItem.call(this, name)
    }
    Storage.prototype.setItem = function (name, value) {
      if (name === key) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, name, value)
    }
  }, DONE)
  await page.goto('/')
  await expect(toast(page, 'Auto-updated 2 film formats!')).toBeVisible()
})

test('the automatic update does not run for visitors and people who are not admins', async ({
  newVisitor,
  admin,
  server,
}) => {
  await setFormats(admin, [1])
  const visitor = await newVisitor()
  const person = await newVisitor()
  await signInAs(person.context(), await signUp(server.url, 'person'))
  for (const page of [visitor, person]) {
    const requests = countRequests(page)
    const chunks = page.waitForRequest(/automatic-update/, { timeout: 2000 }).catch(() => 'none')
    await page.goto('/')
    await expect(homePage(page).cards.first()).toBeVisible()
    expect(await chunks).toBe('none')
    expect(requests()).toBe(0)
    expect(await isDone(page)).toBeNull()
  }
  expect(await countWith(admin, [1], 'dvd')).toBe(0)
})

test('the titles page runs the automatic update if its first ten titles have no format', async ({
  page,
  admin,
}) => {
  await setFormats(admin, ON_DVD)
  await loadFirstTitlesOnly(page)
  await page.goto('/admin/titles')
  await expect(toast(page, 'Auto-updated 12 film formats!')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^DVD/ }).first()).toBeChecked()
  expect(await countWith(admin, ON_DVD, 'dvd')).toBe(12)
})

test('the titles page does not run the automatic update if one of its first ten titles has a format', async ({
  page,
  admin,
}) => {
  await setFormats(admin, ON_DVD)
  await setFormats(admin, [10], { dvd: true })
  const requests = countRequests(page)
  await loadFirstTitlesOnly(page)
  await page.goto('/admin/titles')
  await expect(page.getByText('Grand Illusion').first()).toBeVisible()
  await page.waitForTimeout(1000)
  expect(requests()).toBe(0)
  expect(await countWith(admin, ON_DVD, 'dvd')).toBe(1)
})

/** Counts the requests for films without a format. */
function countRequests(page: Page): () => number {
  let requests = 0
  page.on('request', (request) => {
    if (/\/films\?.*laserdisc=eq\.false/.test(request.url())) requests += 1
  })
  return () => requests
}
