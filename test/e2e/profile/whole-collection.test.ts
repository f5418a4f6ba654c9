import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { readSetsCsv } from '../../../domain/csv/sets-csv.ts'
import { BEST_FIRST, FORMAT_NAMES, FORMATS, type Format } from '../../../domain/film/formats.ts'
import { countryNames, directorNames } from '../../../domain/film/names.ts'
import { expectAccessible } from '../support/axe.ts'
import { type CatalogueFilm, FILMS } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'

/** Of a desktop, a phone, and the narrowest window. */
const WIDTHS = [1280, 390, 320]
const WATCHED = 7
/** A director of fewer films is not marked as complete. */
const LEAST_FOR_COMPLETE = 3

const SETS = readSetsCsv(
  readFileSync(path.resolve(import.meta.dirname, '../../../catalogue/sets.csv'), 'utf8'),
).sets

/**
 * Signs up a person who owns every film in all its formats, or on DVD if it was released in none, and has watched the
 * first films.
 */
async function ownerOfAll(url: string): Promise<Person> {
  const person = await signUp(url, 'whole')
  // A request writes at most a thousand rows.
  for (const [from, to] of [
    [0, 999],
    [1000, 1999],
  ] as const) {
    const { data } = await person.client
      .from('films')
      .select('id, laserdisc, dvd, bluray, bluray_4k')
      .order('spine')
      .range(from, to)
      .throwOnError()
    await person.client
      .from('user_ownership')
      .insert(
        data.map(({ id, ...released }) => ({
          film_id: id,
          owns_laserdisc: released.laserdisc,
          owns_dvd: released.dvd || !Object.values(released).includes(true),
          owns_bluray: released.bluray,
          owns_bluray_4k: released.bluray_4k,
        })),
      )
      .throwOnError()
  }
  const { data: first } = await person.client
    .from('films')
    .select('id')
    .order('spine')
    .limit(WATCHED)
    .throwOnError()
  await person.client
    .from('user_watched')
    .insert(first.map(({ id }) => ({ film_id: id })))
    .throwOnError()
  return person
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const count = (films: number) => films.toLocaleString('en')

/** How many films each name has, of films that have several names. */
function countBy(namesOf: (film: CatalogueFilm) => string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const film of FILMS)
    for (const name of new Set(namesOf(film))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The best format in which a film is owned: its own, or that of a box set with a spine that holds it. */
function bestFormat(film: CatalogueFilm): Format {
  const sets = SETS.filter(({ films }) => films.some(({ spine }) => spine === film.spine))
  const owned = [film, ...FILMS.filter(({ spine }) => sets.some((set) => set.spine === spine))]
  return BEST_FIRST.find((format) => owned.some((each) => each[format])) ?? 'dvd'
}

/** The charts of shares: how many films of the catalogue each row has. */
const CHARTS = {
  'By format': countBy((film) =>
    FORMATS.filter((format) => film[format]).map((format) => FORMAT_NAMES[format]),
  ),
  'By decade': countBy(({ year }) => (year === null ? [] : [`${Math.floor(year / 10)}0s`])),
  'By country': countBy(({ country }) => countryNames(country)),
  'By director': countBy(({ director }) => directorNames(director)),
  'By box set': new Map(
    SETS.map(({ title, films }): [string, number] => [
      title,
      FILMS.filter(({ spine }) => films.some((film) => film.spine === spine)).length,
    ]).filter(([, films]) => films > 0),
  ),
}

/** What a row of a chart says of a group that is owned whole. */
function rowText(chart: string, name: string, films: number): string {
  if (chart === 'By box set' || (chart === 'By director' && films >= LEAST_FOR_COMPLETE))
    return `${name}All ${films} owned`
  if (chart === 'By decade') return `${films} / ${films}${name}: ${films} of ${films} owned`
  const share = `${name}${count(films)} of ${count(films)} owned`
  return chart === 'By format' ? `${share}100\u2009%` : share
}

/** The cells of each row. */
function cellsOf(rows: Locator): Promise<string[][]> {
  return rows.evaluateAll((all) =>
    (all as HTMLTableRowElement[]).map(({ cells }) => Array.from(cells, (cell) => cell.textContent ?? '')),
  )
}

async function chooseTables(page: Page): Promise<void> {
  for (const table of await page.getByRole('radio', { name: 'Table' }).all()) await table.check()
}

test('the progress of a person who owns every film says so, and has the right numbers', async ({
  page,
  server,
}) => {
  const person = await ownerOfAll(server.url)
  await page.goto(`/${person.username}/progress?all=country,director,set`)
  const figures = [
    '1,299 of 1,299 titles owned',
    'The whole collection',
    `${WATCHED} watched`,
    '0 wished for',
  ]
  for (const figure of figures) await expect(page.getByText(figure, { exact: true })).toBeVisible()

  const wall = section(page, 'The wall')
  const best = new Map(
    FORMATS.map((format) => [format, FILMS.filter((film) => bestFormat(film) === format).length]),
  )
  await expect(wall.getByRole('list', { name: 'Titles by best format' }).getByRole('listitem')).toHaveText([
    ...BEST_FIRST.map((format) => `${FORMAT_NAMES[format]} ${count(best.get(format) ?? 0)}`),
    'Not owned 0',
  ])
  await expect(wall.getByRole('link', { name: /, spine \d+: owned on / })).toHaveCount(FILMS.length)
  await expect(wall.getByRole('link', { name: /not owned$/ })).toHaveCount(0)

  await chooseTables(page)
  const boards = (await cellsOf(wall.getByRole('row'))).slice(1)
  expect(boards).toHaveLength(Math.ceil(Math.max(...FILMS.map(({ spine }) => spine)) / 100))
  for (const [index, [spines, ...cells]] of boards.entries()) {
    const first = index * 100 + 1
    const here = FILMS.filter(({ spine }) => spine >= first && spine < first + 100)
    expect(spines).toBe(`${count(first)}–${count(first + 99)}`)
    expect(cells, spines).toEqual([
      ...BEST_FIRST.map((format) => String(here.filter((film) => bestFormat(film) === format).length)),
      '0',
    ])
  }
  for (const [name, rows] of Object.entries(CHARTS)) {
    const all = [...rows]
    await section(page, name).getByRole('radio', { name: 'Table' }).check()
    const table = (await cellsOf(section(page, name).getByRole('row'))).slice(1)
    expect(table.toSorted(), `the table ${name}`).toEqual(
      all.map(([row, films]) => [row, count(films), count(films), '100\u2009%']).toSorted(),
    )
    await section(page, name).getByRole('radio', { name: 'Chart' }).check()
    expect(
      (await section(page, name).getByRole('listitem').allTextContents()).toSorted(),
      `the chart ${name}`,
    ).toEqual(all.map(([row, films]) => rowText(name, row, films)).toSorted())
  }
  const complete = [...CHARTS['By director'].values()].filter((films) => films >= LEAST_FOR_COMPLETE).length
  await expect(section(page, 'By director').getByText(`${complete} complete`, { exact: true })).toBeVisible()
  await expect(
    section(page, 'By box set').getByText(`${CHARTS['By box set'].size} complete`, { exact: true }),
  ).toBeVisible()
  expect((await cellsOf(section(page, 'Watched and owned').getByRole('row'))).slice(1)).toEqual([
    ['Owned', String(WATCHED), `${count(FILMS.length - WATCHED)}on the shelf, still to watch`],
    ['Not owned', '0', '0'],
  ])

  const { data: film } = await person.client.from('films').select('id').eq('spine', 2).single().throwOnError()
  await person.client.from('user_ownership').delete().eq('film_id', film.id).throwOnError()
  await page.reload()
  await expect(page.getByText('1,298 of 1,299 titles owned')).toBeVisible()
  await expect(page.getByText('The whole collection'), 'one film is missing').toHaveCount(0)
})

test('the whole collection fits on every screen and moves nothing, as charts and as tables', async ({
  page,
  server,
}) => {
  const person = await ownerOfAll(server.url)
  await signInAs(page.context(), person)
  await recordLayoutShifts(page)
  for (const shown of ['Chart', 'Table'] as const) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/${person.username}/progress`)
      await expect(page.getByText('The whole collection', { exact: true })).toBeVisible()
      await expect(section(page, 'Acquired'), 'as its owner sees it').toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(section(page, 'By director').getByRole('radio', { name: shown })).toBeChecked()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${shown}: pixels beyond ${width} px`).toBeLessThanOrEqual(0)
      expect(await layoutShifts(page), `${shown} at ${width} px`).toEqual([])
    }
    await chooseTables(page)
  }
})

for (const shown of ['charts', 'tables'] as const) {
  test(`axe finds nothing in the whole collection as ${shown}`, async ({ page, server }) => {
    // A busy machine takes a while for 1,299 cells.
    test.setTimeout(240_000)
    const person = await ownerOfAll(server.url)
    await signInAs(page.context(), person)
    await page.goto(`/${person.username}/progress`)
    await expect(page.getByText('The whole collection', { exact: true })).toBeVisible()
    await expect(section(page, 'Acquired')).toBeVisible()
    if (shown === 'tables') await chooseTables(page)
    // A phone has the layout of the narrowest window.
    await expectAccessible(page, `the whole collection as ${shown}`, { widths: [1280, 320] })
  })
}
