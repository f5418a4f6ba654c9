import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { loseNetwork } from '../support/marks-read.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

test.use({ viewport: { width: 1280, height: 900 } })

async function openFilm(page: Page, url: string, name: string): Promise<Person> {
  const person = await signUp(url, name)
  await signInAs(page.context(), person)
  await page.goto('/spine/2')
  await expect(copies(page)).toBeVisible()
  return person
}

const copies = (page: Page) => page.getByRole('region', { name: 'My copies' })
const viewings = (page: Page) => page.getByRole('region', { name: 'Viewings' })
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const dvd = (page: Page) => page.getByRole('checkbox', { name: 'DVD of Seven Samurai' })

/** Holds the requests to an address until `release` is called. */
async function holdRequests(page: Page, address: string) {
  const first = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    first.resolve()
    await released.promise
    await route.continue()
  })
  return { first: first.promise, release: released.resolve }
}

test('a person notes a copy, which ticks its format, edits it, removes it and undoes that', async ({
  page,
  server,
}) => {
  await openFilm(page, server.url, 'copy-owner')
  await copies(page).getByRole('button', { name: 'Add a copy' }).click()
  const form = copies(page).getByRole('form', { name: 'New copy' })
  await expect(form.getByRole('radio', { name: 'LaserDisc' }), 'the first field has the focus').toBeFocused()
  await form.getByRole('radio', { name: 'DVD' }).check()
  await form.getByLabel('Bought on').fill('3 apr 1999')
  await form.getByLabel('Price').fill('a lot')
  await form.getByLabel('Shelf').fill('Study, 5')
  await form.getByLabel('Lent to').fill('Tomasz')
  await form.getByLabel('Note').fill('First pressing.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Write a price such as 27.50 or 27.50 EUR.')).toBeVisible()
  await expect(form.getByLabel('Price')).toBeFocused()
  await form.getByLabel('Price').fill('27,50 €')
  await form.getByRole('button', { name: 'Save' }).click()

  const row = copies(page).getByRole('listitem')
  await expect(row).toContainText('3 Apr 1999')
  await expect(row).toContainText('€27.50')
  await expect(row).toContainText('Tomasz')
  await expect(dvd(page)).toBeChecked()
  await expect(copies(page).getByRole('button', { name: 'Add a copy' }), 'the focus returns').toBeFocused()

  await row.getByRole('button', { name: /^Edit the copy on DVD/ }).click()
  await expect(row.getByLabel('Price')).toHaveValue('27.50 EUR')
  await row.getByLabel('Condition').selectOption('Worn')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Worn')
  await page.reload()
  await expect(row).toContainText('Worn')
  await expect(row).toContainText('First pressing.')

  await row.getByRole('button', { name: /^Edit the copy/ }).click()
  await row.getByRole('button', { name: 'Remove this copy' }).press('Enter')
  await expect(row).toHaveCount(0)
  await expect(copies(page).getByRole('button', { name: 'Add a copy' })).toBeFocused()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Tomasz')
  await expect(dvd(page)).toBeChecked()
})

test('unticking a format says how many copies were removed, and Undo restores them', async ({
  page,
  server,
}) => {
  const { client, session } = await openFilm(page, server.url, 'copy-unticker')
  const { data: film } = await client.from('films').select('id').eq('spine', 2).single()
  const rows = ['First', 'Second'].map((store) => ({
    user_id: session.user.id,
    film_id: film?.id ?? 0,
    format: 'dvd',
    store,
  }))
  expect((await client.from('user_copies').insert(rows)).error).toBe(null)
  await page.reload()
  await expect(copies(page).getByRole('listitem')).toHaveCount(2)
  await dvd(page).uncheck()
  await expect(toast(page)).toContainText('Seven Samurai and its 2 copies')
  await expect(copies(page).getByRole('listitem')).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(copies(page).getByRole('listitem')).toHaveCount(2)
})

test('a copy beyond the limit of a title is refused with a toast that names the limit', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/response 400|status of 400/)
  const { client, session } = await openFilm(page, server.url, 'hundred-copies')
  const { data: film } = await client.from('films').select('id').eq('spine', 2).single()
  const rows = Array.from({ length: 100 }, () => ({
    user_id: session.user.id,
    film_id: film?.id ?? 0,
    format: 'dvd',
  }))
  expect((await client.from('user_copies').insert(rows)).error).toBe(null)
  await page.reload()
  await expect(copies(page).getByRole('listitem')).toHaveCount(100)
  await copies(page).getByRole('button', { name: 'Add a copy' }).click()
  await copies(page).getByRole('radio', { name: 'DVD' }).check()
  await copies(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('A title has at most 100 copies. Not saved: Seven Samurai')
  await expect(copies(page).getByRole('listitem')).toHaveCount(100)
})

test('unticking a format without a network removes its copies at once and says how many', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await openFilm(page, server.url, 'unticker-offline')
  await copies(page).getByRole('button', { name: 'Add a copy' }).click()
  await copies(page).getByRole('radio', { name: 'DVD' }).check()
  await copies(page).getByRole('button', { name: 'Save' }).click()
  await expect(dvd(page)).toBeChecked()
  await expect(page.getByTitle('Not sent yet')).toHaveCount(0)
  await loseNetwork(page)
  await dvd(page).uncheck()
  await expect(copies(page).getByRole('listitem')).toHaveCount(0)
  await expect(toast(page)).toContainText('Seven Samurai and its copy')
  await context.setOffline(false)
})

test('unticking a format without a network counts a copy that was never sent, too', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await openFilm(page, server.url, 'unsent-copy')
  await loseNetwork(page)
  await copies(page).getByRole('button', { name: 'Add a copy' }).click()
  await copies(page).getByRole('radio', { name: 'DVD' }).check()
  await copies(page).getByRole('button', { name: 'Save' }).click()
  await expect(copies(page).getByTitle('Not sent yet')).toBeVisible()
  await dvd(page).uncheck()
  await expect(copies(page).getByRole('listitem')).toHaveCount(0)
  await expect(toast(page)).toContainText('Seven Samurai and its copy')
  await context.setOffline(false)
})

test('a person notes viewings with stars by keyboard, the last first', async ({ page, server }) => {
  await openFilm(page, server.url, 'viewer')
  await viewings(page).getByRole('button', { name: 'Add a viewing' }).press('Enter')
  const form = viewings(page).getByRole('form', { name: 'New viewing' })
  await expect(form.getByLabel('Seen on')).toBeFocused()
  await form.getByLabel('Seen on').fill('2007')
  await page.keyboard.press('Tab')
  for (let half = 0; half < 9; half++) await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('slider', { name: 'Stars' })).toHaveAttribute('aria-valuetext', '4½ stars')
  await form.getByLabel('Note').fill('With Papa.')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Watched (remove)' })).toBeVisible()
  await viewings(page).getByRole('button', { name: 'Add a viewing' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  const rows = viewings(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('No note')
  await expect(rows.nth(1)).toContainText('2007')
  await expect(rows.nth(1)).toContainText('4½ stars')
})

test('a copy and a viewing noted without a network wait, and are sent once when it is back', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const { client, session } = await openFilm(page, server.url, 'copy-offline')
  await loseNetwork(page)
  await copies(page).getByRole('button', { name: 'Add a copy' }).click()
  await copies(page).getByLabel('Store').fill('A shop without a network')
  await copies(page).getByRole('button', { name: 'Save' }).click()
  await expect(copies(page).getByRole('listitem').getByTitle('Not sent yet')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'LD of Seven Samurai' })).toBeChecked()
  await viewings(page).getByRole('button', { name: 'Add a viewing' }).click()
  await viewings(page).getByRole('button', { name: 'Save' }).click()
  await expect(viewings(page).getByRole('listitem').getByTitle('Not sent yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watched (remove)' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByTitle('Not sent yet')).toHaveCount(0, { timeout: 45_000 })
  const { data } = await client.from('user_copies').select('store, format')
  expect(data).toEqual([{ store: 'A shop without a network', format: 'laserdisc' }])
  expect((await client.from('user_viewings').select('film_id')).data).toHaveLength(1)
  expect(
    (await client.from('user_watched').select('film_id').eq('user_id', session.user.id)).data,
  ).toHaveLength(1)
})

test('a person wishes for a film in a format, and no longer when none is left', async ({ page, server }) => {
  await openFilm(page, server.url, 'wisher')
  const wish = (format: string) => page.getByRole('button', { name: `Wish for Seven Samurai on ${format}` })
  await wish('4K Ultra HD').click()
  await expect(page.getByRole('button', { name: 'On your wishlist for 4K (remove)' })).toBeVisible()
  await wish('Blu-ray').click()
  await expect(page.getByRole('button', { name: 'On your wishlist for BD and 4K (remove)' })).toBeVisible()
  await page.reload()
  await expect(wish('4K Ultra HD')).toHaveAttribute('aria-pressed', 'true')
  await wish('Blu-ray').click()
  await wish('4K Ultra HD').click()
  await expect(page.getByRole('button', { name: 'Wishlist', exact: true })).toBeVisible()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'On your wishlist for 4K (remove)' })).toBeVisible()
})

test('a wish removed before its formats could be sent can be undone', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const { client, session } = await openFilm(page, server.url, 'offline-wisher')
  const wish = (format: string) => page.getByRole('button', { name: `Wish for Seven Samurai on ${format}` })
  await page.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await loseNetwork(page)
  await wish('4K Ultra HD').click()
  await wish('4K Ultra HD').click()
  await expect(page.getByRole('button', { name: 'Wishlist', exact: true })).toBeVisible()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'On your wishlist for 4K (remove)' })).toBeVisible()
  await context.setOffline(false)
  await expect
    .poll(
      async () =>
        (await client.from('user_wishlist').select('wants_bluray_4k').eq('user_id', session.user.id)).data,
      { timeout: 45_000 },
    )
    .toEqual([{ wants_bluray_4k: true }])
})

test('a wish removed while its formats are still being sent can be undone', async ({ page, server }) => {
  const { client, session } = await openFilm(page, server.url, 'hasty-wisher')
  const wish = (format: string) => page.getByRole('button', { name: `Wish for Seven Samurai on ${format}` })
  const held = await holdRequests(page, '**/rpc/apply_marks')
  await wish('4K Ultra HD').click()
  await held.first
  await wish('4K Ultra HD').click()
  await expect(page.getByRole('button', { name: 'Wishlist', exact: true })).toBeVisible()
  held.release()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'On your wishlist for 4K (remove)' })).toBeVisible()
  await expect
    .poll(
      async () =>
        (await client.from('user_wishlist').select('wants_bluray_4k').eq('user_id', session.user.id)).data,
    )
    .toEqual([{ wants_bluray_4k: true }])
})

test('a format wished for while the wish alone is still being sent is kept', async ({ page, server }) => {
  const { client, session } = await openFilm(page, server.url, 'hasty-chooser')
  const held = await holdRequests(page, '**/rest/v1/user_wishlist?*on_conflict*')
  await page.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await held.first
  await page.getByRole('button', { name: 'Wish for Seven Samurai on DVD' }).click()
  await expect(page.getByRole('button', { name: 'On your wishlist for DVD (remove)' })).toBeVisible()
  held.release()
  await expect
    .poll(
      async () =>
        (await client.from('user_wishlist').select('wants_dvd').eq('user_id', session.user.id)).data,
    )
    .toEqual([{ wants_dvd: true }])
})

test('a person notes how much they want a film, for what price and why, and edits it', async ({
  page,
  server,
}) => {
  await openFilm(page, server.url, 'wish-noter')
  const wish = page.getByRole('region', { name: 'My wish' })
  await expect(wish, 'without a wish').toHaveCount(0)
  await page.getByRole('button', { name: 'Wish for Seven Samurai on 4K Ultra HD' }).click()
  await wish.getByRole('button', { name: 'Add a note' }).click()
  const form = wish.getByRole('form', { name: 'Wish' })
  await expect(form.getByLabel('Priority')).toBeFocused()
  await form.getByLabel('Priority').selectOption('1 (first)')
  await form.getByLabel('Price').fill('a lot')
  await form.getByLabel('Note').fill('For the restoration.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Write a price such as 27.50 or 27.50 EUR.')).toBeVisible()
  await form.getByLabel('Price').fill('29.95')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(wish.getByRole('button', { name: 'Edit the wish' }), 'the focus stays').toBeFocused()
  await expect(wish).toContainText('Priority 1')
  await page.reload()
  await expect(wish).toContainText('Priority 1')
  await expect(wish).toContainText('$29.95')
  await expect(wish).toContainText('For the restoration.')
  await expect(page.getByRole('button', { name: 'On your wishlist for 4K (remove)' })).toBeVisible()
  await wish.getByRole('button', { name: 'Edit the wish' }).click()
  await form.getByLabel('Price').fill('')
  await form.getByLabel('Note').fill('')
  await form.getByLabel('Priority').selectOption('–')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(wish.getByRole('button', { name: 'Add a note' })).toBeFocused()
})

test('a copy of a disc that was wished for offers to take the film off the wishlist', async ({
  page,
  server,
}) => {
  await openFilm(page, server.url, 'copy-wisher')
  await page.getByRole('button', { name: 'Wish for Seven Samurai on DVD' }).click()
  for (const format of ['LaserDisc', 'DVD']) {
    await copies(page).getByRole('button', { name: 'Add a copy' }).click()
    await copies(page).getByRole('radio', { name: format }).check()
    await copies(page).getByRole('button', { name: 'Save' }).click()
    await expect(copies(page).getByRole('listitem')).toHaveCount(format === 'DVD' ? 2 : 1)
  }
  await expect(toast(page)).toContainText('DVD added to your collection')
  await expect(toast(page), 'not for the LaserDisc').not.toContainText('LD added')
  await toast(page).getByRole('button', { name: 'Take it off the wishlist' }).click()
  await expect(page.getByRole('button', { name: 'Wishlist', exact: true })).toBeVisible()
})

test('axe finds no violation in the rows and forms of copies and viewings, and all fit 320 px', async ({
  page,
  server,
}) => {
  await openFilm(page, server.url, 'details-axe')
  await copies(page).getByRole('button', { name: 'Add a copy' }).click()
  await copies(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Wish for Seven Samurai on 4K Ultra HD' }).click()
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByLabel('Note').fill('For the restoration.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectAccessible(page, 'a copy', { widths: [1280, 320], part: 'main' })
  await copies(page).getByRole('button', { name: /^Edit/ }).click()
  await viewings(page).getByRole('button', { name: 'Add a viewing' }).click()
  await page.getByRole('button', { name: 'Edit the wish' }).click()
  await expectAccessible(page, 'forms', { widths: [1280, 320], part: 'main' })
})
