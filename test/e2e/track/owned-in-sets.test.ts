import type { Page } from '@playwright/test'
import { openAs } from '../support/admin.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { loseNetwork } from '../support/marks-read.ts'
import { type Person, signUp } from '../support/people.ts'

test.use({ viewport: { width: 1280, height: 900 } })

/** Spine 203; its films are the spines 204 to 206. */
const TRILOGY = 'The BRD Trilogy'
const IN_TRILOGY = `in ${TRILOGY}`
/** A set without a spine, of the spines 52 and 53. */
const PAIR = 'Yojimbo / Sanjuro: Two Samurai Films by Akira Kurosawa'
/** The timeout until the page notices that the site answers again. */
const BACK = { timeout: 45_000 }

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const via = (page: Page, title: string, set = TRILOGY) => box(page, `DVD of ${title}, owned in ${set}`)
const copies = (page: Page) => page.getByRole('region', { name: 'My copies' })
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('ticking a set makes its films owned, once in each number, until it is unticked', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'fassbinder')
  await openAs(page, person, '/?q=fassbinder')
  await box(page, `DVD of ${TRILOGY}`).check()
  const { card } = homePage(page)
  await expect(card('Lola')).toContainText(IN_TRILOGY)
  await expect(card(TRILOGY)).not.toContainText(IN_TRILOGY)
  await expect(via(page, 'Lola')).not.toBeChecked()

  // A disc ticked beside the set belongs to its film, and unticking it leaves the set.
  await via(page, 'Lola').check()
  await expect(via(page, 'Lola')).toBeChecked()
  await via(page, 'Lola').uncheck()
  await expect(via(page, 'Lola')).not.toBeChecked()
  await via(page, 'Veronika Voss').check()
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(page.getByRole('row', { name: 'Lola, spine 206' })).toContainText(IN_TRILOGY)
  await expect(
    page.getByRole('checkbox', { name: `Own Lola on DVD, in print, owned ${IN_TRILOGY}` }),
  ).not.toBeChecked()
  await expectAccessible(page, 'a list with a film in a set', { part: 'main' })

  await page.goto(`/${person.username}`)
  await expect(page.getByText('4 of 1,299 titles owned')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Owned (4)' })).toBeVisible()
  await expect(homePage(page).cards).toHaveCount(4)
  await expect(page.getByText(IN_TRILOGY, { exact: true })).toHaveCount(3)
  await expectAccessible(page, 'an own profile with films in a set', { part: 'main' })
  await box(page, `DVD of ${TRILOGY}`).uncheck()
  await expect(page.getByRole('tab', { name: 'Owned (1)' })).toBeVisible()
  await expect(page.getByText(IN_TRILOGY, { exact: true })).toHaveCount(0)
  await expect(box(page, 'DVD of Veronika Voss'), 'the person’s own disc').toBeChecked()
  await expect(box(page, 'DVD of Lola')).not.toBeChecked()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('tab', { name: 'Owned (4)' })).toBeVisible()
  await expect(via(page, 'Lola')).toBeVisible()
})

for (const [screen, options] of [
  ['a wide screen', { viewport: { width: 1280, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const) {
  test(`on ${screen} the sets of cards come with the marks and move nothing`, async ({
    newVisitor,
    server,
  }) => {
    const page = await newVisitor(options)
    const person = await signUp(server.url, 'via-steady')
    await own(person, 203, { owns_dvd: true })
    await recordLayoutShifts(page)
    const release = Promise.withResolvers<void>()
    await page.route(/\/rest\/v1\/(user_|sets)/, async (route) => {
      await release.promise
      await route.continue()
    })
    await openAs(page, person, '/?q=fassbinder')
    const { card } = homePage(page)
    await expect(box(page, 'DVD of Lola')).toBeDisabled()
    const heights = () =>
      homePage(page).cards.evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
    const before = await heights()
    release.resolve()
    await expect(card('Lola')).toContainText(IN_TRILOGY)
    await expect(via(page, 'Lola')).toBeEnabled()
    expect(await heights()).toEqual(before)
    expect(await layoutShifts(page)).toEqual([])
    // A tick by hand moves nothing either; with the keyboard the note is shown in full.
    await via(page, 'Lola').click()
    await expect(via(page, 'Lola')).toBeChecked()
    expect(await heights()).toEqual(before)
    const note = card('Lola').getByText(IN_TRILOGY, { exact: true })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await note.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  })
}

test('a film’s page names the set through which each format is owned, and leads there', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'via-reader')
  await own(person, 203, { owns_dvd: true })
  await openAs(page, person, '/spine/206')
  const row = page.getByRole('row', { name: /^DVD In print/ })
  await expect(row).toContainText(IN_TRILOGY)
  await expect(page.getByRole('row', { name: /^Blu-ray In print/ })).not.toContainText(IN_TRILOGY)
  await expect(via(page, 'Lola')).not.toBeChecked()
  await expect(page.getByText('You own All 3')).toBeVisible()
  await expectAccessible(page, 'the page of a film in a set', { part: 'main' })
  await via(page, 'Lola').check()
  await expect(row).toContainText(IN_TRILOGY)
  await via(page, 'Lola').uncheck()
  await expect(row).toContainText(IN_TRILOGY)
  await row.getByRole('link', { name: TRILOGY }).click()
  await expect(page).toHaveURL('/spine/203')
  await expect(box(page, `DVD of ${TRILOGY}`)).toBeChecked()
})

test('the films of a set become owned through it without a network, and what was made is sent', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await signUp(server.url, 'via-offline')
  const id = await setOf(person, PAIR)
  await openAs(page, person, `/set/${id}`)
  await expect(page.getByText('You own 0 of its 2 films')).toBeVisible()
  await expect(copies(page).getByRole('button', { name: 'Add a copy' })).toBeVisible()
  await loseNetwork(page)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await box(page, `DVD of ${PAIR}`).check()
  await expect(page.getByText('You own All 2')).toBeVisible()
  await expect(via(page, 'Sanjuro', PAIR)).toBeVisible()
  await expect(box(page, `DVD of ${PAIR}`)).toHaveAttribute('title', 'Not sent yet')
  await copies(page).getByRole('button', { name: 'Add a copy' }).click()
  await copies(page).getByRole('radio', { name: 'Blu-ray' }).check()
  await copies(page).getByLabel('Store').fill('A shop without a network')
  await copies(page).getByRole('button', { name: 'Save' }).click()
  await expect(copies(page).getByRole('listitem').getByTitle('Not sent yet')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByTitle('Not sent yet')).toHaveCount(0, BACK)
  const { data } = await person.client
    .from('user_sets')
    .select('set_id, owns_dvd, owns_bluray')
    .eq('user_id', person.session.user.id)
  expect(data).toEqual([{ set_id: id, owns_dvd: true, owns_bluray: true }])
  const { data: kept } = await person.client.from('user_copies').select('set_id, film_id, store')
  expect(kept).toEqual([{ set_id: id, film_id: null, store: 'A shop without a network' }])
  await expect(box(page, `BD of ${PAIR}`), 'a copy ticks its format').toBeChecked()
})

test('a set without a spine is ticked on its page, with copies that go and come back with the tick', async ({
  page,
  context,
  server,
}) => {
  const person = await signUp(server.url, 'set-owner')
  const id = await setOf(person, PAIR)
  await openAs(page, person, `/set/${id}`)
  const form = copies(page).getByRole('form', { name: 'New copy' })
  const row = copies(page).getByRole('listitem')
  await copies(page).getByRole('button', { name: 'Add a copy' }).click()
  await expect(form.getByRole('radio')).toHaveCount(4)
  await form.getByRole('radio', { name: 'DVD' }).check()
  await form.getByLabel('Shelf').fill('Study, 5')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Study, 5')
  await expect(box(page, `DVD of ${PAIR}`)).toBeChecked()
  await expect(page.getByText('You own All 2')).toBeVisible()
  await expectAccessible(page, 'the page of a set that is owned', { widths: [1280, 320], part: 'main' })

  const other = await context.newPage()
  await other.goto(`/set/${id}`)
  await expect(box(other, `DVD of ${PAIR}`)).toBeChecked()
  await box(page, `DVD of ${PAIR}`).uncheck()
  await expect(box(other, `DVD of ${PAIR}`), 'the other tab hears of it').not.toBeChecked()
  await other.close()
  await expect(toast(page)).toContainText(`${PAIR} and its copy`)
  await expect(row).toHaveCount(0)
  await expect(page.getByText('You own 0 of its 2 films')).toBeVisible()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Study, 5')
  await page.reload()
  await expect(box(page, `DVD of ${PAIR}`)).toBeChecked()
  await expect(row).toContainText('Study, 5')
})

test('the page of a set names the films that the person does not own, each a link', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'misser')
  await openAs(page, person, '/spine/203')
  const films = page.getByRole('region', { name: `Films in ${TRILOGY}` })
  await expect(films).toContainText('You own 0 of its 3 films')
  await expect(films).not.toContainText('Missing')
  await box(page, 'BD of Veronika Voss').check()
  await expect(films).toContainText('You own 1 of its 3 films')
  const missing = films.getByText(/^Missing/)
  await expect(missing).toHaveText('Missing: The Marriage of Maria Braun and Lola')
  await expectAccessible(page, 'what a set is missing', { widths: [1280, 320], part: 'main' })
  await missing.getByRole('link', { name: 'Lola' }).click()
  await expect(page).toHaveURL('/spine/206')
  await page.goBack()
  await box(page, 'BD of Lola').check()
  await box(page, 'BD of The Marriage of Maria Braun').check()
  await expect(films).toContainText('You own All 3')
  await expect(missing).toHaveCount(0)
})

test('others read on a profile through which set a film is owned, before a script runs and after', async ({
  newVisitor,
  server,
}) => {
  const person = await signUp(server.url, 'via-shown')
  await own(person, 203, { owns_dvd: true })
  const html = await (await fetch(`${server.url}/${person.username}`)).text()
  expect(html.split(`${IN_TRILOGY}</span>`)).toHaveLength(4)
  const page = await newVisitor({ viewport: { width: 1280, height: 900 } })
  await page.goto(`/${person.username}`)
  await expect(page.getByText(IN_TRILOGY, { exact: true })).toHaveCount(3)
  await expectAccessible(page, 'the profile of another with films in a set', { part: 'main' })
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(page.getByRole('row', { name: 'Lola, spine 206' })).toContainText(IN_TRILOGY)
  await expect(page.getByRole('row', { name: /spine 203/ })).not.toContainText(IN_TRILOGY)
})

async function own({ client, session }: Person, spine: number, formats: object): Promise<void> {
  const { data } = await client.from('films').select('id').eq('spine', spine).single().throwOnError()
  await client
    .from('user_ownership')
    .insert({ user_id: session.user.id, film_id: data.id, ...formats })
    .throwOnError()
}

async function setOf({ client }: Person, title: string): Promise<number> {
  const { data } = await client.from('sets').select('id').eq('title', title).single().throwOnError()
  return data.id
}
