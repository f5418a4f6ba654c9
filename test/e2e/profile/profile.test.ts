import type { Page } from '@playwright/test'
import { FORMAT_LABELS, FORMATS } from '../../../domain/film/formats.ts'
import { expectAccessible } from '../support/axe.ts'
import { FILMS, PAGE_SIZE, showing, showingFirstPage } from '../support/catalogue.ts'
import { holdConnectionChecks } from '../support/connection-checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage, openLinks } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'
import { scrollUntil } from '../support/scroll.ts'
import { skipServerRendering } from '../support/skip-server-rendering.ts'

const KUROSAWA = FILMS.filter(({ title, director }) => `${title} ${director}`.includes('Kurosawa'))

test('a format ticked on the home page appears on the profile, for its owner and for visitors', async ({
  page,
  server,
  newVisitor,
}) => {
  const person = await signUp(server.url, 'anna')
  await signInAs(page.context(), person)
  await page.goto('/')
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page).toHaveURL(`/${person.username}`)
  await expect(page.getByText('0 of 1,299 titles owned')).toBeVisible()
  await expect(page.getByText('You have not added any discs yet.')).toBeVisible()
  await page.getByRole('link', { name: 'To the collection', exact: true }).click()

  for (const format of ['DVD', 'BD']) {
    const saved = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('checkbox', { name: `${format} of Seven Samurai` }).check()
    await saved
  }
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expectOneFilm(page, person)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await page.getByRole('link', { name: 'Back to the collection' }).click()
  await expect(page).toHaveURL('/')

  const visitor = await newVisitor()
  const response = await visitor.goto(`/${person.username.toUpperCase()}`)
  expect(response?.status()).toBe(200)
  await expect(visitor).toHaveURL(`/${person.username}`)
  await expectOneFilm(visitor, person)
  const badges = homePage(visitor).card('Seven Samurai').getByRole('list', { name: 'Formats owned' })
  await expect(badges.getByRole('listitem')).toHaveText(['DVD', 'BD'])
  await expect(visitor.getByRole('checkbox')).toHaveCount(0)
  await visitor.getByRole('tab', { name: 'Watched (0)' }).click()
  await expect(visitor.getByText(`${person.username} has not marked any film as watched.`)).toBeVisible()
})

async function expectOneFilm(page: Page, { username }: Person): Promise<void> {
  await expect(page).toHaveTitle(`${username}'s Collection · Criterion Collection Tracker`)
  await expect(page.getByRole('heading', { level: 1, name: `${username}'s Collection` })).toBeVisible()
  await expect(page.getByText('1 of 1,299 titles owned')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText([
    'All (1,299)',
    'Owned (1)',
    'Unowned (1,298)',
    'Watched (0)',
    'Wishlist (0)',
  ])
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Owned (1)')
  await expect(homePage(page).status).toHaveText(showing(1, 1))
  await expect(homePage(page).card('Seven Samurai')).toBeVisible()
}

test('the address holds tab, search, sort and format, and the tabs count the matching films', async ({
  page,
  server,
}) => {
  const person = await collector(server.url)
  const { search, sort, format, status } = homePage(page)
  await page.goto(`/${person.username}`)
  await page.getByRole('tab', { name: 'All (1,299)' }).click()
  await expect(page).toHaveURL(`/${person.username}?tab=all`)
  await search.fill('kurosawa')
  await expect(page.getByRole('tab', { name: `All (${KUROSAWA.length})` })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Owned (3)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: `Unowned (${KUROSAWA.length - 3})` })).toBeVisible()
  await expect(status).toHaveText(showingFirstPage(KUROSAWA))
  await expect(
    page.getByText('4 of 1,299 titles owned'),
    'this count is always about the whole catalogue',
  ).toBeVisible()

  await sort.selectOption('Year')
  await format.selectOption('LaserDisc')
  const found = KUROSAWA.filter(({ laserdisc }) => laserdisc)
  await expect(status).toHaveText(showingFirstPage(found))
  await page.getByRole('tab', { name: /^Watched/ }).click()
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ q: 'kurosawa', sort: 'year', format: 'laserdisc', tab: 'watched' })
  await expect(page.getByRole('tab', { name: 'Watched (0)' })).toBeVisible()
  await expect(page.getByText('No films match “kurosawa”.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { selected: true })).toHaveText(`All (${found.length})`)
  await expect(status).toHaveText(showingFirstPage(found))
  await page.reload()
  await expect(page.getByRole('tab', { selected: true })).toHaveText(`All (${found.length})`)
})

test('the format filter of the owned list applies to the owned formats', async ({ page, server }) => {
  const person = await collector(server.url)
  const { format, status } = homePage(page)
  // Several of the owned films have been released on Blu-ray, and the person owns one of them on Blu-ray.
  const owned = FILMS.filter(({ title }) => OWNED.includes(title))
  expect(owned.filter(({ bluray }) => bluray).length).toBeGreaterThan(1)
  await page.goto(`/${person.username}?format=bluray`)
  await expect(page.getByRole('combobox', { name: 'Format owned' })).toBeVisible()
  await expect(status).toHaveText(showing(1, 1))
  await expect(homePage(page).card('Rashomon')).toBeVisible()

  const released = FILMS.filter(({ bluray }) => bluray)
  const unowned = released.filter(({ title }) => !OWNED.includes(title))
  await expect(page.getByRole('tab')).toHaveText([
    `All (${released.length.toLocaleString('en')})`,
    'Owned (1)',
    `Unowned (${unowned.length.toLocaleString('en')})`,
    'Watched (0)',
    'Wishlist (0)',
  ])
  for (const [tab, films] of [
    ['All', released],
    ['Unowned', unowned],
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    await expect(page.getByRole('combobox', { name: 'Format released' })).toBeVisible()
    await expect(status).toHaveText(showingFirstPage(films))
  }

  await page.goto(`/${person.username}?q=rashomon%20bd`)
  await expect(status).toHaveText(showing(1, 1))
  await format.selectOption('4K Ultra HD')
  await expect(page.getByRole('tab', { name: 'Owned (0)', exact: true })).toBeVisible()
})

test('a tab without the sort order Newest first is sorted by spine, in both directions', async ({
  page,
  server,
}) => {
  const person = await collector(server.url)
  const { sort } = homePage(page)
  await signInAs(page.context(), person)
  await page.goto(`/${person.username}?tab=wishlist`)
  await sort.selectOption('Newest first')
  await page.getByRole('tab', { name: /^All/ }).click()
  await expect(sort.locator('option:checked')).toHaveText('Spine #')
  await page.getByRole('button', { name: 'Ascending order' }).click()
  await expect(page.getByRole('button', { name: 'Descending order' })).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(
    String(Math.max(...FILMS.map(({ spine }) => spine))),
  )
  await expect(page).not.toHaveURL(/sort=/)
})

test('a search for #2 on a profile finds and counts spine 2', async ({ page, server }) => {
  const person = await collector(server.url)
  await page.goto(`/${person.username}?q=%232`)
  await expect(homePage(page).status).toHaveText(showing(1, 1))
  await expect(homePage(page).card('Seven Samurai')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'All (1)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Unowned (0)' })).toBeVisible()
})

test('each empty list shows its own message', async ({ page, server }) => {
  const person = await signUp(server.url, 'empty')
  await page.goto(`/${person.username}`)
  for (const [tab, sentence] of [
    ['Owned', 'has not added any discs yet.'],
    ['Watched', 'has not marked any film as watched.'],
    ['Wishlist', 'has an empty wishlist.'],
  ] as const) {
    await page.getByRole('tab', { name: `${tab} (0)` }).click()
    await expect(page.getByText(`${person.username} ${sentence}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'To the collection', exact: true })).toHaveCount(0)
  }
})

test('a badge marks a format out of print, and the list of all films fades unowned covers', async ({
  page,
  server,
}) => {
  const outOfPrint = Object.fromEntries(FILMS.map(({ title, dvd_oop }) => [title, dvd_oop]))
  expect(outOfPrint).toMatchObject({ 'Grand Illusion': true, 'Seven Samurai': false })
  const person = await collector(server.url)
  await page.goto(`/${person.username}?tab=all`)
  const badges = (title: string) => homePage(page).card(title).getByRole('list', { name: 'Formats owned' })
  await expect(badges('Grand Illusion').getByRole('listitem')).toHaveText(['DVDOOP'])
  await expect(badges('Seven Samurai').getByRole('listitem')).toHaveText(['DVD'])
  await expect(badges('Amarcord')).toHaveCount(0)
  expect(await opacityOf(page, 'Amarcord')).toEqual({ cover: '0.6', caption: '1' })
  expect(await opacityOf(page, 'Seven Samurai')).toEqual({ cover: '1', caption: '1' })
  await page.getByRole('tab', { name: /^Unowned/ }).click()
  await expect.poll(() => opacityOf(page, 'Amarcord')).toEqual({ cover: '1', caption: '1' })
})

test('a profile shows wishlist and watched marks, and its wishlist shows the released formats', async ({
  page,
  server,
}) => {
  const person = await collector(server.url)
  await addToList(person, 'user_wishlist', ['Seven Samurai', 'Amarcord'])
  await addToList(person, 'user_watched', ['Seven Samurai'])
  const amarcord = FILMS.find(({ title }) => title === 'Amarcord')
  expect(amarcord).toMatchObject({ laserdisc: true, dvd: true, bluray: true, bluray_4k: false })
  const list = (title: string, name: string) =>
    homePage(page).card(title).getByRole('list', { name }).getByRole('listitem')
  await page.goto(`/${person.username}`)
  await expect(list('Seven Samurai', 'Marks')).toHaveText(['On the wishlist', 'Watched'])
  await expect(list('Grand Illusion', 'Marks')).toHaveCount(0)
  await expect(list('Seven Samurai', 'Formats released')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Wishlist (2)' }).click()
  await expect(list('Amarcord', 'Marks')).toHaveText(['On the wishlist'])
  await expect(list('Amarcord', 'Formats released')).toHaveText(
    FORMATS.filter((format) => amarcord?.[format]).map((format) =>
      amarcord?.[`${format}_oop`] ? `${FORMAT_LABELS[format]} OOP` : FORMAT_LABELS[format],
    ),
  )
  await expect(list('Seven Samurai', 'Formats owned')).toHaveText(['DVD'])
  await expect(
    list('Seven Samurai', 'Formats released'),
    'an owned format is not repeated among the released ones',
  ).not.toContainText(['DVD'])
})

async function addToList(
  person: Person,
  table: 'user_wishlist' | 'user_watched',
  titles: string[],
): Promise<void> {
  const { data: films } = await person.client.from('films').select('id').in('title', titles).throwOnError()
  await person.client
    .from(table)
    .insert(films.map(({ id }) => ({ film_id: id, user_id: person.session.user.id })))
    .throwOnError()
}

function opacityOf(page: Page, title: string) {
  return homePage(page)
    .card(title)
    .evaluate((card) => ({
      cover: getComputedStyle(card.querySelector('svg')?.closest('[class*=picture]') ?? card).opacity,
      caption: getComputedStyle(card.querySelector('h3') ?? card).opacity,
    }))
}

test('the cards of another person’s profile have links to other sites and no buttons that change marks', async ({
  page,
  server,
}) => {
  const person = await collector(server.url)
  await signInAs(page.context(), await signUp(server.url, 'reader'))
  await page.goto(`/${person.username}`)
  const card = await openLinks(page, 'Rashomon')
  await expect(card.getByRole('listitem').getByRole('link')).toHaveCount(7)
  await expect(card.getByRole('button', { name: /Wishlist|Watched|Claim/ })).toHaveCount(0)
})

test('a long list loads further films during scrolling, and Back restores the scroll position', async ({
  page,
  server,
}) => {
  const person = await collector(server.url)
  await page.goto(`/${person.username}?tab=unowned`)
  await homePage(page).cards.first().waitFor()
  await scrollUntil(page, 250)
  await page.evaluate(() => window.scrollTo({ top: 9000, behavior: 'instant' }))
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(9000)
  await page.evaluate(() => (document.querySelector('header a') as HTMLElement).click())
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(9000)
})

test('a long list loads further films after a reload of its data at the end of the list', async ({
  page,
  context,
  server,
}) => {
  const person = await collector(server.url)
  await signInAs(context, person)
  await page.goto(`/${person.username}?tab=unowned`)
  await scrollUntil(page, 100)

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const requested = page.waitForRequest(/rpc\/profile_films/)
  await page.route(/rpc\/profile_films/, async (route) => {
    await released
    await route.continue()
  })
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('checkbox', { name: 'DVD of Amarcord' }).check()
  await requested
  await page.bringToFront()
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  // Time for the observer at the end of the list to fire.
  await page.waitForTimeout(500)
  release()
  await expect(homePage(page).status).toHaveText(/^Showing (150|200) of 1,294 titles$/)
})

test('the home page shows its first films after a profile has loaded many', async ({ page, server }) => {
  const person = await collector(server.url)
  await page.goto(`/${person.username}?tab=unowned`)
  await homePage(page).cards.first().waitFor()
  await scrollUntil(page, 150)
  await page.getByRole('link', { name: 'Back to the collection' }).click()
  await expect(homePage(page).status).toHaveText(showingFirstPage(FILMS))
})

test('the address of an unknown profile redirects to the home page, on load and within the application', async ({
  page,
  server,
}) => {
  await page.goto('/nobody-has-this')
  await expect(page).toHaveURL('/')
  const person = await signUp(server.url, 'shortly')
  await page.goto(`/${person.username}`)
  await follow(page, '/nobody-has-this')
  await expect(page).toHaveURL('/')
})

test('an address with a username in capitals redirects to lower case and keeps the view', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'capital')
  await page.goto('/')
  await follow(page, `/${person.username.toUpperCase()}?tab=watched`)
  await expect(page).toHaveURL(`/${person.username}?tab=watched`)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Watched (0)')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('an invalid username has no profile page', async ({ page, problems }) => {
  problems.expect(/404/)
  await page.goto('/no.name')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.goto('/')
  await follow(page, '/ab')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
})

/** Navigates without loading a document, as a link of the application does. */
function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((path) => history.pushState(null, '', path), path)
}

test('the selected tab is in view on a phone', async ({ newVisitor, server }) => {
  const person = await signUp(server.url, 'narrow')
  const page = await newVisitor({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  await page.goto(`/${person.username}?tab=wishlist`)
  await expect(page.getByRole('tab', { name: 'Wishlist (0)' })).toBeInViewport({ ratio: 0.9 })
})

test('a profile shows a loading message and then its films without a layout shift', async ({
  page,
  server,
}) => {
  const person = await collector(server.url)
  await recordLayoutShifts(page)
  const gate = Promise.withResolvers<void>()
  await page.route('**/rpc/profile_counts', async (route) => {
    await gate.promise
    await route.continue()
  })
  await skipServerRendering(page)
  await page.goto(`/${person.username}`)
  await expect(page.getByText('Loading profile...')).toBeVisible()
  gate.resolve()
  await expect(homePage(page).status).toHaveText(showing(4, 4))
  expect(await layoutShifts(page)).toEqual([])
})

test('a profile that cannot be loaded shows a message and a working Try again button', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION_REFUSED/)
  const person = await signUp(server.url, 'unread')
  await holdConnectionChecks(page)
  await page.route('**/rpc/profile_counts', (route) => route.abort('connectionrefused'))
  await skipServerRendering(page)
  await page.goto(`/${person.username}`)
  await expect(page.getByText('This profile could not be loaded.')).toBeVisible()
  await page.unroute('**/rpc/profile_counts')
  await homePage(page).tryAgain.click()
  await expect(page.getByText('0 of 1,299 titles owned')).toBeVisible()
})

test('a profile prints as a list', async ({ page, server }) => {
  const person = await collector(server.url)
  await page.goto(`/${person.username}`)
  await expect(homePage(page).cards).toHaveCount(4)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { name: `${person.username}'s Collection` })).toBeVisible()
  const lines = await homePage(page).cards.evaluateAll((cards) =>
    cards.map((card) => (card as HTMLElement).innerText.split(/\s*\n\s*/).join(' | ')),
  )
  expect(lines.slice(0, 2)).toEqual([
    '1 | Grand Illusion | Jean Renoir\u2009·\u20091937 | DVD | OOP',
    '2 | Seven Samurai | Akira Kurosawa\u2009·\u20091954 | DVD',
  ])
  for (const control of ['button', 'searchbox', 'combobox', 'contentinfo'] as const) {
    await expect(page.getByRole(control).filter({ visible: true })).toHaveCount(0)
  }
  const heights = await homePage(page).cards.evaluateAll((cards) => cards.map((card) => card.clientHeight))
  expect(Math.max(...heights), 'no covers').toBeLessThan(60)
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(ground, 'a light background in every theme').toBe('rgb(246, 243, 236)')
})

test('the print button loads the whole list before printing and shows a message if it cannot', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/ERR_FAILED/)
  const person = await signUp(server.url, 'printer')
  const owned = 120
  await ownFirstFilms(person, owned)
  await page.addInitScript(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', `${document.querySelectorAll('article').length}`)
  })
  await page.goto(`/${person.username}`)
  await expect(homePage(page).status).toHaveText(showing(PAGE_SIZE, owned))
  const body = page.locator('body')
  await page.route('**/rpc/profile_films?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByText('The rest of the list could not be loaded.')).toBeVisible()
  await expect(homePage(page).cards).toHaveCount(PAGE_SIZE)
  await page.unroute('**/rpc/profile_films?*')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(body, 'number of films on the printed page').toHaveAttribute('data-printed', `${owned}`)
  await expect(homePage(page).status).toHaveText(showing(owned, owned))

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  const tops = await page
    .getByRole('list', { name: 'Formats owned' })
    .evaluateAll((lists) =>
      lists.map((list) => new Set([...list.children].map((badge) => badge.getBoundingClientRect().top)).size),
    )
  expect(Math.max(...tops), 'rows of badges on paper').toBe(1)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('an empty list causes no layout shift', async ({ page, server }) => {
  const person = await signUp(server.url, 'steady')
  // A window that is tall enough to show the footer below the message.
  await page.setViewportSize({ width: 1280, height: 1400 })
  await recordLayoutShifts(page)
  const gate = Promise.withResolvers<void>()
  await page.route('**/rpc/profile_films?*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(`/${person.username}?tab=wishlist`)
  await expect(page.getByRole('tab', { name: 'Wishlist (0)' })).toBeVisible()
  await page.waitForTimeout(300)
  gate.resolve()
  await expect(page.getByText('has an empty wishlist.')).toBeVisible()
  await page.waitForTimeout(300)
  expect(await layoutShifts(page)).toEqual([])
})

test('the page shows no count while another list loads', async ({ page, server }) => {
  const person = await collector(server.url)
  await page.goto(`/${person.username}`)
  const { cards, status } = homePage(page)
  await expect(status).toHaveText(showing(4, 4))
  const gate = Promise.withResolvers<void>()
  await page.route('**/rpc/profile_films?*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('tab', { name: /^Unowned/ }).click()
  await expect(status).toHaveCount(0)
  await expect(cards).toHaveCount(4)
  gate.resolve()
  await expect(status).toHaveText(showing(PAGE_SIZE, FILMS.length - 4))
})

test('axe finds no violation in a profile, in both themes, on a desktop and on a phone', async ({
  page,
  server,
}) => {
  const person = await collector(server.url)
  await signInAs(page.context(), person)
  for (const list of ['all', 'owned', 'wishlist']) {
    await page.goto(`/${person.username}?tab=${list}&q=kurosawa`)
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/\(\d+\)/)
    await expect(page.getByText('Loading profile...')).toHaveCount(0)
    await expectAccessible(page, list)
  }
})

/** The films that `collector` owns: three by Kurosawa and one other. */
const OWNED = ['Seven Samurai', 'Rashomon', 'Ikiru', 'Grand Illusion']

async function collector(url: string): Promise<Person> {
  const person = await signUp(url, 'collector')
  const { data: films = [] } = await person.client.from('films').select('id, title').in('title', OWNED)
  const rows = (films ?? []).map(({ id, title }) => ({
    film_id: id,
    owns_dvd: true,
    owns_bluray: title === 'Rashomon',
  }))
  const { error } = await person.client.from('user_ownership').insert(rows)
  if (error) throw error
  return person
}

/** Makes a person own the first films of the catalogue in every format. */
async function ownFirstFilms({ client }: Person, count: number): Promise<void> {
  const { data: films, error } = await client.from('films').select('id').order('spine').limit(count)
  if (error) throw error
  const all = { owns_laserdisc: true, owns_dvd: true, owns_bluray: true, owns_bluray_4k: true }
  const { error: refused } = await client
    .from('user_ownership')
    .insert(films.map(({ id }) => ({ film_id: id, ...all })))
  if (refused) throw refused
}
