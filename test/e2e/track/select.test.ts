import type { Page } from '@playwright/test'
import { toast } from '../support/account-ui.ts'
import { expectAccessible } from '../support/axe.ts'
import { FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { loseNetwork } from '../support/marks-read.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

const ON_BLURAY = FILMS.filter(({ bluray }) => bluray)
/** The films of two decades, of which not all were released on Blu-ray. */
const DECADES = FILMS.filter(({ year }) => year !== null && year >= 1950 && year <= 1969)
const DECADES_ON_BLURAY = DECADES.filter(({ bluray }) => bluray)

function parts(page: Page) {
  const bar = page.getByRole('region', { name: 'Selected titles' })
  const row = (title: string) => page.getByRole('row', { name: new RegExp(`^${title}, spine`) })
  return {
    bar,
    row,
    selected: bar.getByRole('status'),
    selectedRows: page.locator('tr[aria-selected="true"]'),
    box: (title: string) => row(title).getByRole('checkbox', { name: `Select ${title}` }),
    all: page.getByRole('checkbox', { name: /^Select all / }),
    own: (format: string) => bar.getByRole('button', { name: `Own the selected titles on ${format}` }),
  }
}

async function openList(page: Page, person: Person, query = '') {
  await signInAs(page.context(), person)
  await page.goto(`/?view=list${query}`)
  await expect(page.getByRole('checkbox', { name: /^Own Seven Samurai on DVD/ })).toBeEnabled()
}

async function ownedOnBluray({ client, session }: Person): Promise<number> {
  const { count } = await client
    .from('user_ownership')
    .select('film_id', { count: 'exact', head: true })
    .eq('user_id', session.user.id)
    .eq('owns_bluray', true)
    .throwOnError()
  return count ?? 0
}

test('boxes, the keyboard and ranges select rows', async ({ page, server }) => {
  await openList(page, await signUp(server.url, 'ranges'))
  const { box, row, selected, selectedRows, bar, all } = parts(page)
  await box('Seven Samurai').click()
  await expect(selected).toHaveText('1 selected')
  await expect(row('Seven Samurai')).toHaveAttribute('aria-selected', 'true')
  // Spines 2 to 5.
  await box('The 400 Blows').click({ modifiers: ['Shift'] })
  await expect(selected).toHaveText('4 selected')
  await row('A Night to Remember').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(selected).toHaveText('7 selected')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(selected).toHaveText('6 selected')
  await page.keyboard.press('Space')
  await expect(selectedRows).toHaveCount(5)
  // Sorting keeps the selection, filtering does not.
  await page.getByRole('columnheader', { name: 'Year' }).getByRole('link').click()
  await expect(page).toHaveURL(/sort=year/)
  await expect(selected).toHaveText('5 selected')
  await page.keyboard.press('Escape')
  await expect(selected).toBeEmpty()
  await expect(bar.getByRole('button')).toHaveCount(0)
  await all.click()
  await expect(selected).toHaveText(`${FILMS.length.toLocaleString('en')} selected`)
  await page.getByRole('searchbox').fill('ozu')
  await expect(page).toHaveURL(/q=ozu/)
  await expect(selected).toBeEmpty()
})

test('one row has the tab stop, and arrows move between its controls', async ({ page, server }) => {
  await openList(page, await signUp(server.url, 'stops'))
  const { row } = parts(page)
  const stops = page.locator('tbody :is(tr, a, input, button)[tabindex="0"]')
  await row('Seven Samurai').focus()
  const ofRow = await row('Seven Samurai').locator('a, input, button').count()
  await expect(stops).toHaveCount(ofRow + 1)
  await page.keyboard.press('ArrowRight')
  await expect(row('Seven Samurai').getByRole('checkbox', { name: 'Select Seven Samurai' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(row('Seven Samurai').getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row('The Lady Vanishes')).toBeFocused()
  await page.keyboard.press('End')
  const focused = page.locator('tr:focus')
  await expect(focused).toBeInViewport()
  await expect(stops.and(page.locator(':not(tr:focus, tr:focus *)'))).toHaveCount(0)
  await expect(focused).not.toHaveAttribute('aria-label', /^Seven Samurai/)
})

test('ticking three hundred titles is one request, one message and one Undo', async ({ page, server }) => {
  const person = await signUp(server.url, 'boxes')
  await openList(page, person, '&from=1950&to=1969')
  expect(DECADES_ON_BLURAY.length).toBeGreaterThan(300)
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/rest/v1/')) writes.push(request.url())
  })
  const { all, selected, own, row } = parts(page)
  // One of them is owned already, so that Undo must leave it.
  const first = row('Seven Samurai').getByRole('checkbox', { name: /^Own Seven Samurai on BD/ })
  await first.check()
  await expect.poll(() => ownedOnBluray(person)).toBe(1)
  writes.length = 0
  await all.click()
  await expect(selected).toHaveText(`${DECADES.length} selected`)
  await own('BD').click()
  const message = toast(page, `BD added to your collection: ${DECADES_ON_BLURAY.length - 1} titles`)
  await expect(message).toBeVisible()
  // A message below the mouse stays.
  await message.hover()
  await expect(message).toContainText(
    `${DECADES.length - DECADES_ON_BLURAY.length} titles were not released on BD.`,
  )
  await expect(own('BD')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => ownedOnBluray(person)).toBe(DECADES_ON_BLURAY.length)
  expect(writes.map((url) => new URL(url).pathname)).toEqual(['/rest/v1/rpc/apply_marks'])
  await expect(page.locator('[title="Not sent yet"]')).toHaveCount(0)
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => ownedOnBluray(person)).toBe(1)
  await expect(first).toBeChecked()
  await expect(own('BD')).toHaveAttribute('aria-pressed', 'mixed')
  expect(writes.length).toBe(2)
})

test('ticks of many titles wait for the network and are sent in one request', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await signUp(server.url, 'cellars')
  await openList(page, person, '&from=1950&to=1969')
  const { all, own, bar } = parts(page)
  await all.click()
  await expect(own('BD')).toBeVisible()
  await loseNetwork(page)
  await own('BD').click()
  await bar.getByRole('button', { name: 'Watched: the selected titles' }).click()
  await expect(toast(page, `BD added to your collection: ${DECADES_ON_BLURAY.length} titles`)).toBeVisible()
  const waiting = DECADES_ON_BLURAY.length + DECADES.length
  await expect(
    page.getByText(`${waiting.toLocaleString('en')} changes are saved in this browser`),
  ).toBeVisible()
  await toast(page, `Added to your watched list: ${DECADES.length} titles`)
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.close()
  await context.setOffline(false)
  const calls: { marks: unknown[] }[] = []
  const next = await context.newPage()
  next.on('request', (request) => {
    if (request.url().endsWith('/rpc/apply_marks')) calls.push(request.postDataJSON())
  })
  await next.goto('/')
  await expect.poll(() => ownedOnBluray(person), { timeout: 30_000 }).toBe(DECADES_ON_BLURAY.length)
  const { count } = await person.client
    .from('user_watched')
    .select('film_id', { count: 'exact', head: true })
    .eq('user_id', person.session.user.id)
    .throwOnError()
  expect(count).toBe(0)
  expect(calls.map(({ marks }) => marks.length)).toEqual([waiting])
})

test('all of the catalogue can be ticked and unticked at once', async ({ page, server }) => {
  const person = await signUp(server.url, 'everything')
  await openList(page, person)
  const { all, own } = parts(page)
  await all.click()
  await own('BD').click()
  await expect.poll(() => ownedOnBluray(person), { timeout: 30_000 }).toBe(ON_BLURAY.length)
  await expect(own('BD')).toHaveAttribute('aria-pressed', 'true')
  await own('BD').click()
  await expect(
    toast(page, `BD removed from your collection: ${ON_BLURAY.length.toLocaleString('en')} titles`),
  ).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => ownedOnBluray(person), { timeout: 30_000 }).toBe(0)
})

test('unticking a format of many titles says how many copies were removed, and Undo restores them', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'bulk-copies')
  const { client, session } = person
  const { data: films } = await client.from('films').select('id').in('spine', [2, 5]).order('spine')
  const rows = [films?.[0], films?.[0], films?.[1]].map((film, copy) => ({
    user_id: session.user.id,
    film_id: film?.id ?? 0,
    format: 'dvd',
    store: `Store ${copy}`,
  }))
  expect((await client.from('user_copies').insert(rows)).error).toBe(null)
  const stores = async () => {
    const { data } = await client.from('user_copies').select('store').order('store')
    return data?.map(({ store }) => store)
  }
  await openList(page, person)
  const { box, own } = parts(page)
  await box('Seven Samurai').click()
  await box('The 400 Blows').click()
  await expect(own('DVD')).toHaveAttribute('aria-pressed', 'true')
  await own('DVD').click()
  const message = toast(page, 'DVD removed from your collection: 2 titles')
  await expect(message).toContainText('3 copies with their details were removed, too.')
  expect(await stores()).toEqual([])
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stores).toEqual(['Store 0', 'Store 1', 'Store 2'])
  await expect(own('DVD')).toHaveAttribute('aria-pressed', 'true')
})

test('on covers a tap selects a title, Shift a range, and Escape ends it', async ({ page, server }) => {
  const person = await signUp(server.url, 'covers')
  await signInAs(page.context(), person)
  await page.goto('/')
  const start = page.getByRole('button', { name: 'Select', exact: true })
  const { bar, selected, own } = parts(page)
  const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
  await expect(page.getByRole('checkbox', { name: /^DVD of / }).first()).toBeEnabled()
  await start.click()
  await expect(start).toHaveAttribute('aria-pressed', 'true')
  // A tap on the card, not only on the small box in its corner.
  await page.locator('li', { has: box('Seven Samurai') }).click({ position: { x: 90, y: 150 } })
  await expect(selected).toHaveText('1 selected')
  await expect(box('Seven Samurai')).toBeChecked()
  await expect(page, 'the card does nothing else').toHaveURL('/')
  await expect(homePage(page).card('Seven Samurai')).toHaveAttribute('inert')
  // Spines 2 to 5.
  await page
    .locator('li', { has: box('The 400 Blows') })
    .click({ modifiers: ['Shift'], position: { x: 90, y: 150 } })
  await expect(selected).toHaveText('4 selected')
  await box('Amarcord').press('Space')
  await expect(selected).toHaveText('3 selected')
  await own('DVD').click()
  await expect(toast(page, 'DVD added to your collection: 3 titles')).toBeVisible()
  await expectAccessible(page, 'the covers with a selection')
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(selected).toBeEmpty()
  await expect(start).toBeFocused()
  await box('Amarcord').click()
  await expect(selected).toHaveText('1 selected')
  await page.keyboard.press('Escape')
  await expect(start).toHaveAttribute('aria-pressed', 'false')
  await expect(start).toBeFocused()
  await expect(bar).toHaveCount(0)
  await expect(box('Amarcord')).toHaveCount(0)
  await expect(homePage(page).card('Amarcord')).not.toHaveAttribute('inert')
  await expect(page.getByRole('checkbox', { name: 'DVD of Seven Samurai' })).toBeChecked()
  await page.getByRole('link', { name: 'Shelf' }).click()
  await expect(page).toHaveURL(/view=shelf/)
  await expect(start, 'only covers').toHaveCount(0)
})

test('covers far down the page can be selected, too', async ({ page, server }) => {
  await signInAs(page.context(), await signUp(server.url, 'far-covers'))
  await page.goto('/')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Seven Samurai', exact: true }).click()
  await page.locator('ul > li').nth(50).scrollIntoViewIfNeeded()
  const last = page
    .locator('ul > li')
    .nth(60)
    .getByRole('checkbox', { name: /^Select / })
  await last.click({ modifiers: ['Shift'] })
  await expect(parts(page).selected).toHaveText('60 selected')
})

test('visitors and people on the profile of another select nothing', async ({ page, newVisitor, server }) => {
  const owner = await signUp(server.url, 'shown')
  const { data: film } = await owner.client.from('films').select('id').eq('spine', 2).single()
  const row = { user_id: owner.session.user.id, film_id: film?.id ?? 0, owns_dvd: true }
  expect((await owner.client.from('user_ownership').insert(row)).error).toBe(null)
  const start = (page: Page) => page.getByRole('button', { name: 'Select', exact: true })
  await signInAs(page.context(), owner)
  await page.goto(`/${owner.username}`)
  await expect(start(page), 'on the person’s own').toBeVisible()
  const visitor = await newVisitor()
  await visitor.goto('/')
  await expect(visitor.getByRole('button', { name: 'Filters' })).toBeVisible()
  await expect(start(visitor)).toHaveCount(0)
  await signInAs(visitor.context(), await signUp(server.url, 'looker'))
  await visitor.goto(`/${owner.username}`)
  await expect(
    visitor.getByRole('link', { name: 'Sign Out' }).or(visitor.getByText('Sign Out')),
  ).toBeVisible()
  await expect(start(visitor)).toHaveCount(0)
})

test('on a phone a tap on the plate selects, and the bar is at the foot', async ({ newVisitor, server }) => {
  const person = await signUp(server.url, 'thumbs')
  const page = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await openList(page, person)
  const { box, selected, bar, row } = parts(page)
  await expect(row('Seven Samurai')).toContainText('1954')
  await box('Seven Samurai').tap()
  await expect(selected).toHaveText('1 selected')
  const foot = await bar.boundingBox()
  expect(Math.round((foot?.y ?? 0) + (foot?.height ?? 0))).toBe(844)
  await bar.getByRole('button', { name: 'Wishlist: the selected titles' }).tap()
  await expect(
    row('Seven Samurai').getByRole('button', { name: 'On the wishlist: Seven Samurai' }),
  ).toHaveAttribute('aria-pressed', 'true')
  await bar.getByRole('button', { name: /^Select all/ }).tap()
  await expect(selected).toHaveText(`${FILMS.length.toLocaleString('en')} selected`)
  await bar.getByRole('button', { name: 'Clear the selection' }).tap()
  await expect(selected).toBeEmpty()
})

test('the bar is accessible', async ({ page, server }) => {
  await openList(page, await signUp(server.url, 'bar-axe'), '&director=Akira+Kurosawa')
  const { box, own } = parts(page)
  await box('Seven Samurai').click()
  await box('Rashomon').click()
  await own('DVD').click()
  await expect(own('DVD')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'the list with a selection')
})
