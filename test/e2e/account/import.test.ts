import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Database } from '../../../domain/database.types.ts'
import { FILMS, filmOf } from '../../support/import/catalogue.ts'
import { type Entry, letterboxdArchive, type WrittenFile } from '../../support/import/write-files.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

const entries = (spines: number[]): Entry[] => spines.map((spine) => ({ film: filmOf(spine), formats: [] }))
const WITHOUT_YEAR: Entry[] = ['Weekend', 'Lola'].map((title) => ({
  formats: [],
  film: { ...filmOf(1), title, year: null, letterboxd_link: null },
}))
const STRANGER: Entry = {
  formats: [],
  film: { ...filmOf(1), title: 'Heat', year: 1995, letterboxd_link: 'https://boxd.it/qq' },
}

/** Of a desktop, a phone, and the narrowest window. */
const WIDTHS = [1280, 390, 320]

/** Eight films watched, two of them without a year, one that the catalogue lacks; three on the watchlist. */
function archive(): WrittenFile {
  return letterboxdArchive([...entries([2, 3, 4, 5, 6]), ...WITHOUT_YEAR, STRANGER], entries([7, 10, 11]))
}

test('a file is read, checked by keys, imported and taken back', async ({ page, server }) => {
  const person = await signUp(server.url, 'ivy')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`))
  await openImport(page, person)
  await expectAccessible(page, 'the import without a file', { widths: WIDTHS })
  await chooseFile(page, archive())
  await expect(page.getByText('We read 28 rows.')).toBeVisible()
  const importIt = page.getByRole('button', { name: /^Import \d+ titles?$/ })
  await expect(importIt).toHaveText('Import 8 titles')
  await expect(page.getByText('0 of 2 checked')).toBeVisible()
  expect(await marksOf(person), 'nothing is saved yet').toEqual({ watched: 0, wishlist: 0, owned: 0 })

  const weekend = page.getByRole('group', { name: /Weekend/ })
  await expect(weekend, 'with its rating').toContainText('3½ stars')
  await weekend.getByRole('radio', { name: /Haigh/ }).focus()
  await page.keyboard.press('2')
  await expect(weekend.getByRole('radio', { name: /Godard/ })).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('0')
  await expect(
    page.getByRole('group', { name: /Lola/ }).getByRole('radio', { name: 'None of them' }),
  ).toBeChecked()
  await expect(importIt).toHaveText('Import 9 titles')
  await expect(page.getByRole('row', { name: /^Watched/ })).toHaveText('Watched066 titles are new')
  for (const details of ['Viewings', 'Ratings'])
    await expect(page.getByRole('row', { name: details })).toHaveText(`${details}066 are new`)
  await expect(page.getByRole('row', { name: 'Copies' })).toHaveCount(0)
  await expectAccessible(page, 'the import of a file', { widths: WIDTHS })

  const rows = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download these rows' }).click()
  const csv = await readFile(await (await rows).path(), 'utf8')
  expect(csv).toContain('Heat,1995')
  expect(csv).toContain('you chose none of the titles')
  expect(csv).not.toContain('example.org')

  await importIt.click()
  await expect(page.getByRole('heading', { name: '9 titles are imported.' })).toBeFocused()
  expect(await marksOf(person)).toEqual({ watched: 6, wishlist: 3, owned: 0 })
  await expect(page.getByRole('heading', { name: '9 titles are imported.' })).toBeInViewport()
  // The films that were added stand on a shelf: eight of the file and one chosen.
  await expect(page.getByRole('link', { name: /^(2|635) ?(Seven Samurai|Weekend)$/ })).toHaveCount(2)
  await expectAccessible(page, 'the result of an import', { widths: WIDTHS })

  // The e-mail address and what is not in the collection stay in the browser.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(sent.join('\n')).toContain('/rpc/commit_import')
  for (const text of [...sent, kept]) expect(text).not.toMatch(/anna@example\.org|Heat/)

  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('heading', { name: 'The import is taken back.' })).toBeVisible()
  await expect(page.getByText('9 marks and 6 viewings are removed again.')).toBeVisible()
  await expectAccessible(page, 'an import that is taken back', { widths: WIDTHS })
  expect(await marksOf(person)).toEqual({ watched: 0, wishlist: 0, owned: 0 })
})

test('the same file again has nothing to import, and an export comes back into an empty account', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'joe')
  const films = (await person.client.from('films').select('id').order('spine').limit(5).throwOnError()).data
  const user_id = person.session.user.id
  await person.client
    .from('user_ownership')
    .insert(films.map(({ id }) => ({ user_id, film_id: id, owns_dvd: true })))
    .throwOnError()
  await person.client
    .from('user_watched')
    .insert(films.slice(1).map(({ id }) => ({ user_id, film_id: id })))
    .throwOnError()
  await signInAs(page.context(), person)
  await page.goto('/account')
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const bytes = await readFile(await (await exported).path())
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.setInputFiles('input[type=file]', { name: 'joe.csv', mimeType: 'text/csv', buffer: bytes })
  await expect(page.getByText('Everything in this file is in your collection already.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 5 titles' })).toHaveAttribute('aria-disabled', 'true')

  for (const table of ['user_ownership', 'user_watched'] as const)
    await person.client.from(table).delete().eq('user_id', user_id).throwOnError()
  await page.reload()
  await page.setInputFiles('input[type=file]', { name: 'joe.csv', mimeType: 'text/csv', buffer: bytes })
  await page.getByRole('button', { name: 'Import 5 titles' }).click()
  await expect(page.getByRole('heading', { name: '5 titles are imported.' })).toBeVisible()
  expect(await marksOf(person)).toEqual({ watched: 4, wishlist: 0, owned: 5 })
})

for (const format of ['JSON', 'CSV']) {
  test(`copies, viewings, wishes and sets of an export as ${format} come back in another account as they were`, async ({
    newVisitor,
    server,
  }) => {
    const [person, another] = await Promise.all(['cleo', 'dora'].map((name) => signUp(server.url, name)))
    if (!person || !another) throw new Error('There are two people.')
    const before = await addDetails(person)
    const page = await newVisitor()
    await signInAs(page.context(), person)
    await page.goto('/account')
    const exported = page.waitForEvent('download')
    await page.getByRole('button', { name: `Export as ${format}` }).click()
    const file = await exported
    const name = file.suggestedFilename()
    const bytes = await readFile(await file.path())
    expect(await trackingOf(another), 'the account before the import').not.toEqual(before)
    const other = await newVisitor()
    await openImport(other, another)
    await chooseFile(other, { name, bytes })
    await other.getByRole('button', { name: 'Import 6 titles' }).click()
    await expect(other.getByRole('heading', { name: '6 titles are imported.' })).toBeVisible()
    expect(await trackingOf(another)).toEqual(before)
    expect(await trackingOf(person), 'the account that was exported').toEqual(before)
  })
}

test('the kind of a file, the discs and what its list means can be corrected', async ({ page, server }) => {
  const person = await signUp(server.url, 'sam')
  await openImport(page, person)
  await chooseFile(page, {
    name: 'mine.csv',
    bytes: new Uint8Array(Buffer.from('ID\tTitle\n1\tSeven Samurai (1954)\n2\tHard Boiled (1992)\n')),
  })
  const kind = page.getByLabel('Read as')
  await expect(kind).toHaveValue('lddb')
  await expect(page.getByRole('heading', { name: 'On which disc?' })).toBeHidden()
  await kind.selectOption('A table')
  const importIt = page.getByRole('button', { name: /^Import \d+ titles?$/ })
  await expect(importIt).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('radio', { name: 'None' })).toBeChecked()
  const owned = page.getByRole('row', { name: /^Owned/ })
  await page.getByRole('radio', { name: 'The best you could own' }).check()
  await expect(owned).toContainText('2 titles are new')
  await page
    .getByRole('group', { name: 'These formats' })
    .getByRole('checkbox', { name: '4K Ultra HD' })
    .check()
  await expect(owned, 'only one is out on 4K').toContainText('1 title is new')
  await expect(importIt).toHaveText('Import 1 title')
  await page.getByLabel('mine.csv is').selectOption('Your wishlist')
  await expect(page.getByRole('row', { name: /^Wishlist/ })).toContainText('2 titles are new')
  await kind.selectOption('Simkl')
  await expect(page.getByRole('alert')).toContainText('The file lacks the columns of Simkl')
  await expect(importIt, 'it stays as it was read').toHaveText('Import 2 titles')
  await importIt.click()
  await expect(page.getByRole('heading', { name: '2 titles are imported.' })).toBeVisible()
  expect(await marksOf(person)).toEqual({ watched: 0, wishlist: 2, owned: 0 })
})

test('a response that is lost leaves the import to be sent again, and it is written once', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/commit_import/)
  const person = await signUp(server.url, 'kay')
  await openImport(page, person)
  await chooseFile(page, archive())
  await page.route('**/rpc/commit_import', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Import 8 titles' }).click()
  await expect(page.getByText('It is unknown whether it was imported.')).toBeVisible()
  expect(await marksOf(person)).toEqual({ watched: 5, wishlist: 3, owned: 0 })
  await page.unroute('**/rpc/commit_import')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('heading', { name: '8 titles are imported.' })).toBeVisible()
  expect((await person.client.from('imports').select('watched, wishlisted')).data).toEqual([
    { watched: 5, wishlisted: 3 },
  ])
  await page.getByRole('button', { name: 'Import more' }).click()
  await page.getByRole('button', { name: /^Take back letterboxd-anna/ }).click()
  await expect(page.getByText('8 marks and 5 viewings are removed again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Earlier imports' })).toBeHidden()
  expect(await marksOf(person)).toEqual({ watched: 0, wishlist: 0, owned: 0 })
})

test('an import without a network waits until the connection is back, and is then sent', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/commit_import|ERR_INTERNET_DISCONNECTED/)
  const person = await signUp(server.url, 'pia')
  await openImport(page, person)
  await chooseFile(page, archive())
  await expect(page.getByRole('button', { name: 'Import 8 titles' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Import 8 titles' }).click()
  await expect(page.getByText('It is unknown whether it was imported.')).toBeVisible()
  await expectAccessible(page, 'an import without a response', { widths: WIDTHS })
  await page.getByRole('tab', { name: 'Quick entry' }).click()
  await expect(page.getByRole('tab', { name: 'From a file' }), 'it is not forgotten').toHaveAttribute(
    'aria-selected',
    'true',
  )
  expect(await marksOf(person)).toEqual({ watched: 0, wishlist: 0, owned: 0 })
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: '8 titles are imported.' })).toBeVisible()
  expect(await marksOf(person)).toEqual({ watched: 5, wishlist: 3, owned: 0 })
})

test('two tabs that import the same file at once write it once, and each shows its result', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'quin')
  await openImport(page, person)
  const other = await page.context().newPage()
  await other.goto('/account/import')
  // Both requests wait for each other.
  let wait: (() => void) | undefined
  await page.context().route('**/rpc/commit_import', async (route) => {
    const second = wait
    if (second) second()
    else await new Promise<void>((resolve) => (wait = resolve))
    await route.continue()
  })
  for (const tab of [page, other]) {
    await chooseFile(tab, archive())
    await tab.getByRole('button', { name: 'Import 8 titles' }).click()
  }
  for (const tab of [page, other])
    await expect(tab.getByRole('heading', { name: '8 titles are imported.' })).toBeVisible()
  const notices = await Promise.all(
    [page, other].map((tab) => tab.getByRole('main').getByRole('status').textContent()),
  )
  expect(notices.map((text) => /^[^.]*\./.exec(text ?? '')?.[0]).sort()).toEqual([
    '5 newly watched, 3 new on the wishlist, 5 viewings.',
    'Everything was there already.',
  ])
  expect(await marksOf(person)).toEqual({ watched: 5, wishlist: 3, owned: 0 })
})

for (const [when, arrives] of [
  ['before the request has left it', false],
  ['before the response has come', true],
] as const) {
  test(`a tab that closes ${when} imports ${arrives ? 'all' : 'nothing'}, and the next tab shows that`, async ({
    page,
    server,
    problems,
  }) => {
    problems.expect(/commit_import/)
    const person = await signUp(server.url, 'rose')
    await openImport(page, person)
    await chooseFile(page, archive())
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    await page.route('**/rpc/commit_import', async (route) => {
      if (arrives) await route.fetch()
      else await route.abort()
      await page.close()
      resolve()
    })
    await page.getByRole('button', { name: 'Import 8 titles' }).click()
    await closed
    expect(await marksOf(person)).toEqual(
      arrives ? { watched: 5, wishlist: 3, owned: 0 } : { watched: 0, wishlist: 0, owned: 0 },
    )
    const next = await page.context().newPage()
    await next.goto('/account/import')
    await chooseFile(next, archive())
    await expect(next.getByRole('button', { name: 'Import 8 titles' })).toHaveAttribute(
      'aria-disabled',
      String(arrives),
    )
    const earlier = next.getByRole('button', { name: /^Take back letterboxd-anna/ })
    await expect(earlier).toHaveCount(arrives ? 1 : 0)
    await expect(next.getByText('Everything in this file is in your collection already.')).toHaveCount(
      arrives ? 1 : 0,
    )
  })
}

test('a file that cannot be read gets a sentence, and the next one is read', async ({ page, server }) => {
  await openImport(page, await signUp(server.url, 'lou'))
  await chooseFile(page, { name: 'films.csv', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]) })
  await expect(page.getByText('films.csv could not be read')).toBeVisible()
  await chooseFile(page, { name: 'letter.txt', bytes: new Uint8Array(Buffer.from('Dear reader,\nhello.\n')) })
  await expect(page.getByText(/Line 1 is “Dear reader/)).toBeVisible()
  await chooseFile(page, archive())
  await expect(page.getByText('We read 28 rows.')).toBeVisible()
})

test('a file that takes too long is given up with a sentence, nothing is written, and the next one is read', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'tess')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.clock.install()
  await openImport(page, person)
  // Reads the catalogue, too, so that the page's clock ends only the worker.
  await chooseFile(page, archive())
  await expect(page.getByText('We read 28 rows.')).toBeVisible()
  // The worker reads these rows for seconds. Meanwhile the test moves the page's clock by half a minute.
  const rows = 'the woman in the story of a man from the night\n'.repeat(200_000)
  await chooseFile(page, { name: 'long.csv', bytes: new Uint8Array(Buffer.from(`Title\n${rows}`)) })
  // Hidden for half a second.
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(async () => {
    await page.clock.fastForward(30_000)
    await expect(page.getByText('Reading the file took too long.')).toBeVisible({ timeout: 200 })
  }).toPass()
  await expect(page.getByText('long.csv could not be read')).toBeVisible()
  await expect.poll(() => page.workers(), 'the worker has ended').toEqual([])
  expect(sent.join('\n')).not.toContain('commit_import')
  expect(await marksOf(person)).toEqual({ watched: 0, wishlist: 0, owned: 0 })
  await chooseFile(page, archive())
  await expect(page.getByText('We read 28 rows.')).toBeVisible()
})

test('watched films are ticked as owned on request, and a new copy is counted', async ({ page, server }) => {
  const person = await signUp(server.url, 'vera')
  await openImport(page, person)
  await chooseFile(page, archive())
  await expect(page.getByRole('radio', { name: 'None', exact: true })).toBeChecked()
  await expect(page.getByText('Mark them as watched, and leave what you own as it is.')).toBeVisible()
  await page.getByRole('radio', { name: 'The best you could own' }).check()
  await page.getByRole('button', { name: 'Import 8 titles' }).click()
  await expect(page.getByText('5 discs, 5 newly watched, 3 new on the wishlist, 5 viewings.')).toBeVisible()
  expect(await marksOf(person)).toEqual({ watched: 5, wishlist: 3, owned: 5 })
  await page.getByRole('button', { name: 'Import more' }).click()
  const text = 'Title,Year,Format,Store,Price\nSeven Samurai,1954,DVD,Market,"$9.50"\n'
  await chooseFile(page, { name: 'mine.csv', bytes: new Uint8Array(Buffer.from(text)) })
  await expect(page.getByRole('row', { name: 'Copies' })).toHaveText('Copies011 is new')
  await page.getByRole('button', { name: 'Import 1 title' }).click()
  await expect(page.getByText('1 disc, 1 copy.')).toBeVisible()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('1 mark and 1 copy are removed again.')).toBeVisible()
})

test('twenty titles with formats are added by keyboard within a minute', async ({ page, server }) => {
  const person = await signUp(server.url, 'may')
  await openImport(page, person)
  await page.getByRole('tab', { name: 'From a file' }).focus()
  const start = Date.now()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/account/import?tab=quick')
  const field = page.getByRole('textbox', { name: /Spine numbers/ })
  await field.focus()
  await page.keyboard.type('12-20 dvd, 52 bd, seven samurai 4k, tt0050083, https://boxd.it/29ea dvd, lola')
  await expect(page.getByRole('listbox')).toBeVisible()
  const colours = await page
    .getByRole('option')
    .locator('span > span')
    .evaluateAll((plates) => plates.map((plate) => getComputedStyle(plate).backgroundColor))
  expect(new Set(colours).size, 'each plate has the colours of its cover').toBeGreaterThan(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const titles = FILMS.filter(
    ({ bluray, spine, title }) => bluray && spine > 500 && !title.includes(',') && title.length > 14,
  ).slice(0, 6)
  await page.keyboard.type(titles.map(({ title }) => `${title} bd`).join(', '))
  await expect(page.getByRole('button', { name: /^Add \d+ discs$/ })).toHaveText(/Add (19|20|21) discs/)
  const before = Date.now()
  await expectAccessible(page, 'quick entry', { widths: WIDTHS })
  const examined = Date.now() - before
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: /titles are imported/ })).toBeFocused()
  expect(Date.now() - start - examined).toBeLessThan(60_000)
  expect((await marksOf(person)).owned).toBeGreaterThanOrEqual(19)
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('heading', { name: 'The import is taken back.' })).toBeVisible()
  expect((await marksOf(person)).owned).toBe(0)
})

test('a format that a film never had is refused with an offer, and what is owned is named', async ({
  page,
  server,
}) => {
  const person = await signUp(server.url, 'ned')
  await page.setViewportSize({ width: 390, height: 800 })
  await openImport(page, person, '?tab=quick')
  const field = page.getByRole('textbox', { name: /Spine numbers/ })
  await field.fill('1 4k')
  await expect(page.getByText('not out on 4K')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 0 discs' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'a format that is refused')
  await page.getByRole('button', { name: 'Take DVD' }).click()
  await expect(field).toHaveValue('1 dvd')
  await page.getByRole('button', { name: 'Add 1 disc', exact: true }).click()
  await expect(page.getByRole('heading', { name: '1 title is imported.' })).toBeVisible()
  await page.getByRole('button', { name: 'Import more' }).click()
  await field.fill('1 dvd')
  await expect(page.getByText('yours already', { exact: true })).toBeVisible()
})

test('on a phone the field of quick entry shows its whole example, and typing does not change its height', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await openImport(page, await signUp(server.url, 'pia'), '?tab=quick')
  const field = page.getByRole('textbox', { name: /Spine numbers/ })
  const heights = () => field.evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }))
  const { clientHeight, scrollHeight } = await heights()
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
  await field.fill('1')
  expect((await heights()).clientHeight).toBe(clientHeight)
})

test('three hundred pasted lines are added, with covers for those in sight', async ({ page, server }) => {
  const person = await signUp(server.url, 'ora')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openImport(page, person, '?tab=quick')
  const lines = FILMS.filter(({ bluray, title }) => bluray && title.length > 12 && !/[:,]/.test(title)).slice(
    0,
    300,
  )
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    lines.map(({ title, spine }, index) => (index < 299 ? title : `${spine} 4k dvd`)).join('\n'),
  )
  await page.getByRole('textbox', { name: /Spine numbers/ }).press('ControlOrMeta+V')
  const add = page.getByRole('button', { name: /^Add \d+ discs$/ })
  const discs = Number(/\d+/.exec((await add.textContent()) ?? ''))
  expect(discs).toBeGreaterThan(270)
  const pieces = page.getByRole('list', { name: 'What you entered' }).locator(':scope > li')
  await expect(pieces.first().locator('[aria-hidden] p').first(), 'the title on a cover').toBeVisible()
  const shown = await pieces.count()
  expect(shown).toBeLessThan(300)
  await expect(async () => {
    await page.mouse.wheel(0, 2000)
    await expect(pieces).toHaveCount(300, { timeout: 100 })
  }).toPass()
  await page.getByRole('textbox', { name: /Spine numbers/ }).press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: /titles are imported/ })).toBeFocused()
  expect((await person.client.from('imports').select('formats')).data).toEqual([{ formats: discs }])
})

/**
 * Adds copies, viewings, wishes and box sets with all that can be said of them, with dates of each precision.
 * @returns all rows of the person.
 */
async function addDetails(person: Person) {
  const { client } = person
  const { data: films } = await client.from('films').select('id').in('spine', [2, 3, 4, 5]).order('spine')
  const [owned = 0, watched = 0, wished = 0, wishedInAny = 0] = films?.map(({ id }) => id) ?? []
  const { data: sets } = await client.from('sets').select('id, film_id').order('id')
  const set_id = sets?.find(({ film_id }) => film_id === null)?.id ?? 0
  const package_id = sets?.find(({ film_id }) => film_id !== null)?.film_id ?? 0
  const copy = { film_id: owned, format: 'dvd' }
  const bought = { price: 27.5, currency: 'EUR', store: 'A shop, or two', condition: 'very_good' }
  const lent = { place: 'Study, 5', lent_to: 'Tomasz', lent_on: '2026-11-23', slipcover: true }
  const copies: Database['public']['Tables']['user_copies']['Insert'][] = [
    { ...copy, ...bought, ...lent, acquired_on: '1999-04-03', note: '= the "first"\npressing' },
    { ...copy, acquired_on: '1999-04', price: 0, currency: 'JPY', slipcover: false, lent_on: '2026-11' },
    { ...copy, format: 'bluray', acquired_on: '1999', condition: 'sealed', lent_on: '2026' },
    { set_id, format: 'laserdisc', acquired_on: '2001-12', price: 120, currency: 'USD' },
  ]
  const viewings = [
    { watched_on: '2007-02-28', rating: 9, note: '-, with Papa' },
    { watched_on: '2007-02', rating: 1 },
    { watched_on: '2007' },
    { rating: 10 },
  ]
  for (const row of copies) await client.from('user_copies').insert(row).throwOnError()
  for (const row of viewings)
    await client
      .from('user_viewings')
      .insert({ film_id: watched, ...row })
      .throwOnError()
  await client.from('user_ownership').insert({ film_id: package_id, owns_dvd: true }).throwOnError()
  await client
    .from('user_wishlist')
    .insert([
      { film_id: wished, wants_bluray: true, wants_bluray_4k: true, priority: 1 },
      { film_id: wishedInAny, wants_bluray: false, wants_bluray_4k: false, priority: null },
    ])
    .throwOnError()
  await client
    .from('user_wish_details')
    .insert({ film_id: wished, note: '@ the sale', price: 34.95, currency: 'USD' })
    .throwOnError()
  return trackingOf(person)
}

/**
 * All rows of a person, as their own client reads them. They are without the ids of the person and of marks, and with those
 * of copies and viewings, which an export has.
 */
async function trackingOf({ client, session }: Person) {
  const tables = [
    ['user_ownership', 'film_id'],
    ['user_sets', 'set_id'],
    ['user_copies', 'id'],
    ['user_watched', 'film_id'],
    ['user_viewings', 'id'],
    ['user_wishlist', 'film_id'],
    ['user_wish_details', 'film_id'],
  ] as const
  const rows = tables.map(async ([table, key]) => {
    const { data } = await client
      .from(table)
      .select('*')
      .eq('user_id', session.user.id)
      .order(key)
      .throwOnError()
    const known = data.map(({ user_id: _person, ...row }) =>
      key === 'id' || !('id' in row) ? row : { ...row, id: undefined },
    )
    return [table, known] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

async function openImport(page: Page, person: Person, search = '') {
  await signInAs(page.context(), person)
  await page.goto(`/account/import${search}`)
  await expect(page.getByRole('tabpanel').locator('input, textarea').first()).toBeAttached()
}

async function chooseFile(page: Page, { name, bytes }: WrittenFile) {
  await page.setInputFiles('input[type=file]', { name, mimeType: '', buffer: Buffer.from(bytes) })
}

async function marksOf({ client, session }: Person) {
  const count = async (table: 'user_watched' | 'user_wishlist' | 'user_ownership') =>
    (
      await client
        .from(table)
        .select('film_id', { count: 'exact', head: true })
        .eq('user_id', session.user.id)
    ).count
  return {
    watched: await count('user_watched'),
    wishlist: await count('user_wishlist'),
    owned: await count('user_ownership'),
  }
}
