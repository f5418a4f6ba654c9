import type { Page } from '@playwright/test'
import { toast } from '../support/account-ui.ts'
import { openAs } from '../support/admin.ts'
import { expectAccessible } from '../support/axe.ts'
import { showing } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { loseNetwork } from '../support/marks-read.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

const FILM = 'Seven Samurai'
const SPINE = 2
/** The timeout until the page notices that the site answers again. */
const BACK = { timeout: 45_000 }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The answer to a search. */
function answer(page: Page, title = FILM) {
  const region = page.getByRole('region', { name: title, exact: true })
  return {
    region,
    sentence: region.locator('[aria-live=polite]'),
    row: (format: string) => region.getByRole('row').filter({ hasText: format }),
    bought: region.getByRole('button', { name: /^I bought/ }),
    open: region.getByRole('link', { name: 'Open', exact: true }),
    others: page.getByRole('heading', { name: /^Close to/ }),
  }
}

const says = (sentence: string, title = FILM) => `${title}: ${sentence}`
const box = (page: Page, format: string) =>
  page.getByRole('checkbox', { name: `${format} of ${FILM}`, exact: true })

for (const [device, options] of [
  ['a desktop', {}],
  ['a phone', PHONE],
] as const) {
  test(`on ${device} a search is answered, the disc that was bought leaves the wishlist, and Undo brings it back`, async ({
    newVisitor,
    server,
  }) => {
    const person = await collector(server.url)
    const page = await newVisitor(options)
    await openAs(page, person, '/')
    await expect(box(page, 'DVD')).toBeChecked()
    await expect(answer(page).region).toHaveCount(0)
    await homePage(page).search.fill('seven sam')

    const { region, sentence, row, bought, open, others } = answer(page)
    await expect(sentence).toHaveText(says('You own the DVD. The 4K is in print, and on your wishlist.'))
    await expect(homePage(page).status).toHaveText(showing(1, 1))
    await expect(others, 'there is no other hit').toHaveCount(0)
    await expect(region).toContainText('Akira Kurosawa\u2009·\u20091954\u2009·\u2009207\u00a0min')
    await expect(row('LaserDisc')).toContainText('Out of print')
    await expect(row('DVD')).toContainText(/In print.*You own it/)
    await expect(row('4K')).toContainText(/In print.*On your wishlist/)
    await expect(open).toBeInViewport()

    await expect(bought).toHaveText('I bought the 4K')
    await bought.focus()
    await page.keyboard.press('Enter')
    await expect(sentence).toHaveText(says('You own the DVD and the 4K, the best there is.'))
    await expect(bought).toHaveCount(0)
    await expect(open, 'the keyboard goes on').toBeFocused()
    await expect(row('4K')).toContainText('You own it')
    await expect(row('4K')).not.toContainText('wishlist')
    await expect(box(page, '4K')).toBeChecked()
    await expect.poll(() => marksOf(person)).toEqual({ owned: ['dvd', 'bluray_4k'], wished: undefined })

    await toast(page, 'Moved to your collection').getByRole('button', { name: 'Undo' }).click()
    await expect(sentence).toHaveText(says('You own the DVD. The 4K is in print, and on your wishlist.'))
    await expect(bought).toHaveText('I bought the 4K')
    await expect(box(page, '4K')).not.toBeChecked()
    await expect.poll(() => marksOf(person)).toEqual({ owned: ['dvd'], wished: ['bluray_4k'] })

    await open.click()
    await expect(page).toHaveURL(`/spine/${SPINE}`)
    await page.goBack()
    await expect(sentence).toHaveText(says('You own the DVD. The 4K is in print, and on your wishlist.'))
  })
}

test('without a network the disc is ticked at once, and sent once when the network is back', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await collector(server.url)
  await openAs(page, person, '/?q=seven+sam')
  const { sentence, bought, region } = answer(page)
  await expect(sentence).toContainText('on your wishlist')
  const sent: unknown[] = []
  page.on('response', (response) => {
    if (response.ok() && response.url().endsWith('/rpc/apply_marks'))
      sent.push(response.request().postDataJSON().marks)
  })
  await loseNetwork(page)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await bought.click()
  await expect(sentence).toHaveText(says('You own the DVD and the 4K, the best there is.'))
  await expect(region.getByTitle('Not sent yet')).toHaveText('4K')
  await expect(toast(page, 'Moved to your collection')).toBeVisible()
  await expect(page.getByText(/^You are offline. 2 changes are saved/)).toBeVisible()
  expect(await marksOf(person)).toEqual({ owned: ['dvd'], wished: ['bluray_4k'] })
  await context.setOffline(false)
  await expect(page.getByText('You are back online. 2 changes sent.')).toBeVisible(BACK)
  await expect.poll(() => marksOf(person)).toEqual({ owned: ['dvd', 'bluray_4k'], wished: undefined })
  await expect(region.getByTitle('Not sent yet')).toHaveCount(0)
  expect(sent).toEqual([
    [
      expect.objectContaining({ mark: 'bluray_4k', on: true }),
      expect.objectContaining({ mark: 'wishlist', on: false }),
    ],
  ])
})

test('a wish that the disc does not fulfil stays, and Undo adds none', async ({ page, server }) => {
  const person = await signUp(server.url, 'other-wish')
  await openAs(page, person, '/?q=%232')
  const { sentence, bought } = answer(page)
  const added = toast(page, 'Added to your collection')
  await expect(sentence).toHaveText(says('You do not own it. The 4K is in print.'))
  await bought.click()
  await expect(sentence).toHaveText(says('You own the 4K, the best there is.'))
  await added.getByRole('button', { name: 'Undo' }).click()
  await expect(sentence).toHaveText(says('You do not own it. The 4K is in print.'))
  await expect.poll(() => marksOf(person)).toEqual({ owned: [], wished: undefined })

  await box(page, 'DVD').check()
  await person.client
    .from('user_wishlist')
    .insert({ film_id: await filmId(person, SPINE), wants_dvd: true })
    .throwOnError()
  await page.reload()
  await expect(sentence).toHaveText(
    says('You own the DVD. The 4K is in print. The DVD is still on your wishlist.'),
  )
  await bought.click()
  await expect(added).toBeVisible()
  await expect.poll(() => marksOf(person)).toEqual({ owned: ['dvd', 'bluray_4k'], wished: ['dvd'] })
})

test('a disc whose wish the server does not remove is owned, and stays on the wishlist', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/user_wishlist/)
  const person = await collector(server.url)
  await openAs(page, person, '/?q=seven+sam')
  const { sentence, bought } = answer(page)
  await expect(sentence).toContainText('on your wishlist')
  await page.route(
    (url) => url.pathname.endsWith('/user_wishlist'),
    (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 400, json: { code: '23514', message: 'No' } }),
  )
  await bought.click()
  await expect(toast(page, 'Error updating wishlist')).toBeVisible()
  await expect(toast(page, 'Added to your collection')).toBeVisible()
  await expect(sentence).toHaveText(
    says('You own the DVD and the 4K, the best there is. The 4K is still on your wishlist.'),
  )
  await toast(page, 'Added to your collection').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => marksOf(person)).toEqual({ owned: ['dvd'], wished: ['bluray_4k'] })
})

test('the answer changes together with the films, and not while the former ones are dimmed', async ({
  page,
  server,
}) => {
  const person = await collector(server.url)
  await openAs(page, person, '/?q=seven+sam')
  const { region, sentence } = answer(page)
  await expect(sentence).toContainText('You own the DVD.')
  const gate = Promise.withResolvers<void>()
  await page.route('**/rest/v1/rpc/ranked_films?*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await homePage(page).search.fill('samurai reb')
  await expect(page.locator('ul[aria-busy=true]')).toHaveCount(1)
  await expect(region).toHaveAttribute('aria-busy', 'true')
  await expect(sentence).toHaveText(says('You own the DVD. The 4K is in print, and on your wishlist.'))
  gate.resolve()
  const next = answer(page, 'Samurai Rebellion')
  await expect(next.sentence).toHaveText(/^Samurai Rebellion: You do not own it\./)
  await expect(region).toHaveCount(0)

  await homePage(page).search.fill('samurai')
  await expect(next.others).toHaveText('Close to “samurai”')
  await page.getByRole('link', { name: 'List', exact: true }).click()
  const first = page.getByRole('grid').getByRole('row').nth(1)
  await expect(first).toContainText('Samurai I: Musashi Miyamoto')
  await expect(answer(page, 'Samurai I: Musashi Miyamoto').sentence).toHaveText(/You do not own it\./)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Year')
  await expect(first).not.toContainText('Musashi')
  await expect(
    answer(page, (await first.getByRole('link').first().innerText()).trim()).sentence,
    'the first film of the list as it is sorted',
  ).toHaveText(/own/)
})

test('a search without a first hit is not answered', async ({ page, server }) => {
  await openAs(page, await signUp(server.url, 'unanswered'), '/?q=seven+sam')
  const { region, others } = answer(page)
  await expect(region).toBeVisible()
  for (const [text, status] of [
    ['zzz', showing(0, 0)],
    // No film is the first of all that are out on 4K.
    ['4k', /^Showing 50 of/],
    ['', showing(50, 1299)],
  ] as const) {
    await homePage(page).search.fill(text)
    await expect(page.getByText(status)).toBeVisible()
    await expect(page.locator('[aria-labelledby=answered]')).toHaveCount(0)
    await expect(others).toHaveCount(0)
  }
})

test('a film of a box set is owned in that set', async ({ page, server }) => {
  const person = await signUp(server.url, 'boxed')
  await mark(person, 203, { owns_dvd: true })
  await openAs(page, person, '/?q=206')
  const { sentence, row } = answer(page, 'Lola')
  await expect(sentence).toHaveText(
    says('You own the DVD, in The BRD Trilogy. The Blu-ray is in print.', 'Lola'),
  )
  await expect(row('DVD')).toContainText('You own it')
})

test('visitors get no answer, and the page of the server has none', async ({ page, server }) => {
  const html = await (await fetch(`${server.url}/?q=samurai`)).text()
  expect(html).toContain('Musashi Miyamoto')
  await page.goto('/?q=samurai')
  await expect(homePage(page).status).toHaveText(showing(8, 8))
  await page.waitForLoadState('networkidle')
  for (const text of ['Close to', 'You do not own', 'In print', 'aria-labelledby="answered"']) {
    expect(html).not.toContain(text)
    expect(await page.content()).not.toContain(text)
  }
})

for (const [device, options] of [
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ['a phone', PHONE],
] as const) {
  test(`on ${device} nothing moves while an address with a search opens, however late the marks come`, async ({
    newVisitor,
    server,
  }) => {
    const page = await newVisitor(options)
    await recordLayoutShifts(page)
    const marks = Promise.withResolvers<void>()
    await page.route('**/rest/v1/user_*', async (route) => {
      await marks.promise
      await route.continue()
    })
    await signInAs(page.context(), await collector(server.url))
    await page.goto('/?q=seven', { waitUntil: 'commit' })
    const { region, sentence, row, bought, open } = answer(page)
    await expect(region).toBeVisible()
    await expect(homePage(page).card('The Seventh Seal')).toBeVisible()
    await expect(region.getByRole('link', { name: FILM })).toBeVisible()
    await expect(row('DVD')).toBeVisible()
    await expect(sentence).toHaveText('')
    marks.resolve()
    await expect(sentence).toContainText('You own the DVD.')
    await expect(bought).toBeVisible()
    await expect(open).toBeVisible()
    expect(await layoutShifts(page)).toEqual([])
  })
}

test('the answer is accessible, fits the smallest phone and is not printed', async ({ page, server }) => {
  await openAs(page, await collector(server.url), '/?q=seven+samu')
  const { region, sentence } = answer(page)
  await expect(sentence).toContainText('on your wishlist')
  await expectAccessible(page, 'the answer to a search', { widths: [1280, 960, 390, 320], part: 'main' })
  await page.goto('/?q=1236')
  const long = answer(page, 'I Walked with a Zombie / The Seventh Victim: Produced by Val Lewton')
  await expect(long.sentence).toContainText('You do not own it.')
  await expectAccessible(page, 'the answer about a long title', { widths: [320], part: 'main' })
  await page.emulateMedia({ media: 'print' })
  await expect(long.region).toBeHidden()
  await expect(region).toHaveCount(0)
})

/** Signs up a person who owns the DVD of Seven Samurai and wishes for its 4K. */
async function collector(url: string): Promise<Person> {
  const person = await signUp(url, 'shop')
  await mark(person, SPINE, { owns_dvd: true })
  await person.client
    .from('user_wishlist')
    .insert({ film_id: await filmId(person, SPINE), wants_bluray_4k: true })
    .throwOnError()
  return person
}

async function mark(person: Person, spine: number, formats: object): Promise<void> {
  await person.client
    .from('user_ownership')
    .insert({ film_id: await filmId(person, spine), ...formats })
    .throwOnError()
}

async function filmId({ client }: Person, spine: number): Promise<number> {
  const { data } = await client.from('films').select('id').eq('spine', spine).single().throwOnError()
  return data.id
}

/** The formats of Seven Samurai that a person owns, and those in which they wish for it; undefined without a wish. */
async function marksOf({ client, session }: Person) {
  const formats = ['laserdisc', 'dvd', 'bluray', 'bluray_4k'] as const
  const [{ data: owned }, { data: wished }] = await Promise.all([
    client.from('user_ownership').select('*').eq('user_id', session.user.id).throwOnError(),
    client.from('user_wishlist').select('*').eq('user_id', session.user.id).throwOnError(),
  ])
  return {
    owned: formats.filter((format) => owned[0]?.[`owns_${format}`]),
    wished: wished[0] && formats.filter((format) => wished[0]?.[`wants_${format}`]),
  }
}
