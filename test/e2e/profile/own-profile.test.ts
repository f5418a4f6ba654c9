import type { Locator, Page } from '@playwright/test'
import { toast } from '../support/account-ui.ts'
import { expectAccessible } from '../support/axe.ts'
import { showing } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openPanel } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { loseNetwork, marksRead } from '../support/marks-read.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

test('on their own profile a person unticks a format, and the film stays until the list is shown again', async ({
  page,
  server,
}) => {
  const person = await openAsCollector(page, server.url)
  const { cards, status } = homePage(page)
  await expect(status).toHaveText(showing(2, 2))
  await box(page, 'DVD of Seven Samurai').uncheck()
  await expect(page.getByRole('tab', { name: 'Owned (1)' })).toBeVisible()
  await expect(page.getByText('1 of 1,299 titles owned')).toBeVisible()
  await expect(cards).toHaveCount(2)
  await toast(page, 'DVD removed from your collection').getByRole('button', { name: 'Undo' }).click()
  await expect(box(page, 'DVD of Seven Samurai')).toBeChecked()
  await expect(page.getByRole('tab', { name: 'Owned (2)' })).toBeVisible()

  await box(page, 'DVD of Seven Samurai').uncheck()
  await expect(page.getByRole('tab', { name: 'Owned (1)' })).toBeVisible()
  await page.getByRole('tab', { name: 'Wishlist (2)' }).click()
  await expect(homePage(page).card('Ikiru')).toBeVisible()
  await page.getByRole('tab', { name: 'Owned (1)' }).click()
  await expect(status).toHaveText(showing(1, 1))
  await expect.poll(() => owned(person, 'Seven Samurai')).toMatchObject({ owns_dvd: false })
})

test('an empty list has no print button', async ({ page, server }) => {
  await openAsCollector(page, server.url)
  const print = page.locator('button', { hasText: 'Print' })
  await expect(print).toBeVisible()
  await page.getByRole('tab', { name: 'Watched (0)' }).click()
  await expect(page.getByRole('link', { name: 'To the collection', exact: true })).toBeVisible()
  await expect(print).toHaveCount(0)
})

test('the cards of a person’s own profile change the wishlist and what is watched', async ({
  page,
  server,
}) => {
  await openAsCollector(page, server.url)
  const card = await openPanel(page, 'Seven Samurai')
  await card.getByRole('button', { name: 'Mark Watched' }).click()
  await card.getByRole('button', { name: 'Wishlist', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Watched (1)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Wishlist (3)' })).toBeVisible()
  await expect(card.getByRole('list', { name: 'Marks' }).getByRole('listitem')).toHaveText([
    'On the wishlist',
    'Watched',
  ])
  await expect(card.getByRole('button', { name: 'I bought it' }), 'only on the wishlist').toHaveCount(0)
})

test('a format that is ticked on the person’s own list of all films no longer fades the cover', async ({
  page,
  server,
}) => {
  await openAsCollector(page, server.url, 'tab=all')
  const card = homePage(page).card('Amarcord')
  const cover = card.locator('[class*=picture]')
  await expect(cover).toHaveCSS('opacity', '0.6')
  await box(page, 'DVD of Amarcord').check()
  await expect(cover).toHaveCSS('opacity', '1')
})

test('I bought it moves a film from the wishlist to the discs owned, and Undo moves it back', async ({
  page,
  server,
}) => {
  const person = await openAsCollector(page, server.url, 'tab=wishlist')
  const card = await openPanel(page, 'Ikiru')
  await card.getByRole('button', { name: 'I bought it' }).press('Enter')
  const choices = card.getByRole('group', { name: 'Bought on' })
  await expect(choices.getByRole('button')).toHaveText(['LD', 'DVD', 'BD'])
  await expect(choices.getByRole('button').first(), 'the first choice has the focus').toBeFocused()
  await choices.getByRole('button', { name: 'BD', exact: true }).press('Enter')
  await expect(box(page, 'BD of Ikiru')).toBeChecked()
  await expect(card.getByRole('button', { name: 'Wishlist', exact: true })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Owned (3)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Wishlist (1)' })).toBeVisible()
  await expect(homePage(page).cards, 'the film stays on the page').toHaveCount(2)

  await toast(page, 'Moved to your collection').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('tab', { name: 'Wishlist (2)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Owned (2)' })).toBeVisible()
  await expect(box(page, 'BD of Ikiru')).not.toBeChecked()
  await expect.poll(() => owned(person, 'Ikiru')).toMatchObject({ owns_bluray: false })
})

test('“I bought it” asks nothing for a film with one format, and waits without a network', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await openAsCollector(page, server.url, 'tab=wishlist')
  await loseNetwork(page)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  const { data: film } = await person.client
    .from('films')
    .select('*')
    .eq('title', ONE_FORMAT)
    .single()
    .throwOnError()
  expect([film.laserdisc, film.dvd, film.bluray, film.bluray_4k].filter(Boolean)).toHaveLength(1)
  const card = await openPanel(page, ONE_FORMAT)
  await card.getByRole('button', { name: 'I bought it' }).click()
  await expect(card.getByRole('checkbox')).toBeChecked()
  await expect(page.getByText(/^You are offline. 2 changes are saved/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are back online. 2 changes sent.')).toBeVisible({ timeout: 45_000 })
  await expect(page.getByRole('tab', { name: 'Wishlist (1)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Owned (3)' })).toBeVisible()
})

test('ticking a format that is wished for offers to take the film off the wishlist', async ({
  page,
  server,
}) => {
  const person = await openAsCollector(page, server.url, 'tab=wishlist')
  await box(page, 'DVD of Ikiru').check()
  const offer = toast(page, 'DVD added to your collection')
  await expect(offer).toContainText('Ikiru is still on your wishlist')
  await offer.getByRole('button', { name: 'Undo' }).click()
  await expect(box(page, 'DVD of Ikiru')).not.toBeChecked()
  await expect(page.getByRole('tab', { name: 'Wishlist (2)' })).toBeVisible()

  await box(page, 'DVD of Ikiru').check()
  await offer.getByRole('button', { name: 'Take it off the wishlist' }).click()
  await expect(page.getByRole('tab', { name: 'Wishlist (1)' })).toBeVisible()
  await expect.poll(() => owned(person, 'Ikiru')).toMatchObject({ owns_dvd: true })
  await toast(page, 'Removed from your wishlist').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('tab', { name: 'Wishlist (2)' })).toBeVisible()
  await box(page, 'DVD of Ikiru').uncheck()
  await toast(page, 'DVD removed from your collection').getByRole('button', { name: 'Undo' }).click()
  await expect(box(page, 'DVD of Ikiru')).toBeChecked()
  await expect(offer, 'an Undo makes no offer').toHaveCount(0)
})

test('a tick during the request of an Undo makes the offer, too', async ({ page, server }) => {
  await openAsCollector(page, server.url, 'tab=wishlist')
  await box(page, 'DVD of Ikiru').check()
  const offer = toast(page, 'DVD added to your collection')
  await expect(offer).toBeVisible()
  const gate = Promise.withResolvers<void>()
  await page.route('**/rest/v1/user_ownership?*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await offer.getByRole('button', { name: 'Undo' }).click()
  await expect(box(page, 'DVD of Ikiru')).not.toBeChecked()
  await expect(offer).toHaveCount(0)
  await box(page, 'DVD of Ikiru').check()
  gate.resolve()
  await expect(offer.getByRole('button', { name: 'Take it off the wishlist' })).toBeVisible()
})

test('a tick on a card of the home page makes the same offer', async ({ page, server }) => {
  const person = await openAsCollector(page, server.url, 'tab=wishlist')
  await page.goto('/?q=ikiru')
  const card = homePage(page).card('Ikiru')
  await expect(card.getByText('On the wishlist')).toHaveCount(1)
  await box(page, 'DVD of Ikiru').check()
  const offer = toast(page, 'DVD added to your collection')
  await expect(offer).toContainText('Ikiru is still on your wishlist')
  await offer.getByRole('button', { name: 'Take it off the wishlist' }).click()
  await expect(toast(page, 'Removed from your wishlist')).toBeVisible()
  await expect(card.getByText('On the wishlist')).toHaveCount(0)
  await page.goto(`/${person.username}`)
  await expect(page.getByRole('tab', { name: 'Wishlist (1)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Owned (3)' })).toBeVisible()
})

test('the offer is made for the format wished for, and for no other', async ({ page, server }) => {
  const person = await openAsCollector(page, server.url, 'tab=wishlist')
  const { data: film } = await person.client
    .from('films')
    .select('id')
    .eq('title', 'Ikiru')
    .single()
    .throwOnError()
  const row = { user_id: person.session.user.id, film_id: film.id, wants_bluray: true }
  await person.client.from('user_wishlist').upsert(row).throwOnError()
  await page.goto('/?q=ikiru&view=list')
  await marksRead(page)
  const tick = (format: string) => page.getByRole('checkbox', { name: `Own Ikiru on ${format}` })
  const offer = page.getByText('Ikiru is still on your wishlist')
  await tick('BD').check()
  await expect(offer).toBeVisible()
  await tick('BD').uncheck()
  await expect(offer, 'the offer ends with the tick').toHaveCount(0)
  await tick('DVD').check()
  await expect.poll(async () => (await owned(person, 'Ikiru')).owns_dvd).toBe(true)
  await expect(offer).toHaveCount(0)
})

test('without a network the offer is made, too, and both changes wait', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await openAsCollector(page, server.url, 'tab=wishlist')
  await loseNetwork(page)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await box(page, 'DVD of Ikiru').check()
  await toast(page, 'DVD added to your collection')
    .getByRole('button', { name: 'Take it off the wishlist' })
    .click()
  await expect(page.getByText(/^You are offline. 2 changes are saved/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are back online. 2 changes sent.')).toBeVisible({ timeout: 45_000 })
  await expect(page.getByRole('tab', { name: 'Wishlist (1)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Owned (3)' })).toBeVisible()
})

test('on a phone the person’s own cards are ticked, without a layout shift as they load', async ({
  newVisitor,
  server,
}) => {
  const page = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await recordLayoutShifts(page)
  await openAsCollector(page, server.url)
  await expect(box(page, 'DVD of Seven Samurai')).toBeEnabled()
  expect(await layoutShifts(page)).toEqual([])
  await box(page, 'BD of Seven Samurai').tap()
  await expect(box(page, 'BD of Seven Samurai')).toBeChecked()
})

test('the person’s own profile prints the formats owned, and its wishlist all formats', async ({
  page,
  server,
}) => {
  await openAsCollector(page, server.url)
  await expect(box(page, 'DVD of Seven Samurai')).toBeEnabled()
  await page.emulateMedia({ media: 'print' })
  const formats = (title: string) => homePage(page).card(title).locator('label').filter({ visible: true })
  await expect(formats('Seven Samurai')).toHaveText(['DVD'])
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('tab', { name: 'Wishlist (2)' }).click()
  await expect(box(page, 'BD of Ikiru')).toBeEnabled()
  await page.emulateMedia({ media: 'print' })
  await expect(formats('Ikiru')).toHaveText(['LD', 'DVD', 'BD'])
})

test('axe finds no violation in the person’s own profile', async ({ page, server }) => {
  await openAsCollector(page, server.url, 'tab=wishlist')
  const card = await openPanel(page, 'Ikiru')
  await card.getByRole('button', { name: 'I bought it' }).click()
  await expect(card.getByRole('group', { name: 'Bought on' })).toBeVisible()
  await expectAccessible(page, 'the wishlist with a question')
})

const ONE_FORMAT = 'Nanook of the North'

function box(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name, exact: true })
}

/** Opens the profile of a person who owns two films, wants two others and has watched none. */
async function openAsCollector(page: Page, url: string, query = ''): Promise<Person> {
  const person = await signUp(url, 'own')
  const { data: films } = await person.client
    .from('films')
    .select('id, title')
    .in('title', ['Seven Samurai', 'Grand Illusion', 'Ikiru', ONE_FORMAT])
    .throwOnError()
  const ids = (titles: string[]) => films.filter(({ title }) => titles.includes(title)).map(({ id }) => id)
  await person.client
    .from('user_ownership')
    .insert(ids(['Seven Samurai', 'Grand Illusion']).map((film_id) => ({ film_id, owns_dvd: true })))
    .throwOnError()
  await person.client
    .from('user_wishlist')
    .insert(ids(['Ikiru', ONE_FORMAT]).map((film_id) => ({ film_id, user_id: person.session.user.id })))
    .throwOnError()
  await signInAs(page.context(), person)
  await page.goto(`/${person.username}?${query}`)
  await marksRead(page)
  return person
}

async function owned({ client, session }: Person, title: string) {
  const { data: film } = await client.from('films').select('id').eq('title', title).single().throwOnError()
  const rows = client.from('user_ownership').select('owns_dvd, owns_bluray').eq('film_id', film.id)
  const { data } = await rows.eq('user_id', session.user.id).single().throwOnError()
  return data
}
