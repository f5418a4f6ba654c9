import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type Flags, readFormatsCsv, writeFormatsCsv } from '../../../domain/csv/formats-csv.ts'
import { FLAGS, type Flag } from '../../../domain/film/formats.ts'
import { signUpAdmin } from './admin.ts'
import { FILMS } from './catalogue.ts'
import { test as base } from './fixtures.ts'
import { type Person, signInAs } from './people.ts'

/**
 * For tests of an admin that start with the formats of the site's file. Their servers are not shared with other
 * tests, because they count all films.
 */
export const test = base.extend<{ admin: Person }, { separateServer: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures' names from the pattern
  separateServer: [({}, use) => use(undefined), { scope: 'worker', auto: true }],
  admin: async ({ server, context }, use) => {
    const admin = await signUpAdmin(server, 'admin')
    await resetFormats(admin)
    await signInAs(context, admin)
    await use(admin)
  },
})

/** The file that comes with the site and has the same formats as the catalogue. */
export const SITE_CSV = readFileSync(
  path.resolve(import.meta.dirname, '../../../public/film-formats.csv'),
  'utf8',
)
const SITE_ROWS = readFormatsCsv(SITE_CSV).rows

export const HEADER = SITE_CSV.split('\n')[0] ?? ''

/** Returns a file with some rows of the site's file, in which these flags are inverted. */
export function csvWith(spines: readonly number[], ...flipped: Flag[]): string {
  const rows = SITE_ROWS.filter(({ spine }) => spines.includes(spine))
  return writeFormatsCsv(
    rows.map(({ spine, flags }) => ({
      spine,
      ...flags,
      ...Object.fromEntries(flipped.map((flag) => [flag, !flags[flag]])),
    })),
  )
}

/** Returns the first `count` spines, starting at `from`, whose films do not have the flag. */
export function spinesWithout(flag: Flag, count: number, from = 1): number[] {
  const found = FILMS.filter((film) => film.spine >= from && !film[flag]).slice(0, count)
  return found.map(({ spine }) => spine)
}

/** Reads the flags of films from the database, by spine. */
async function flagsOf({ client }: Person, spines: readonly number[]): Promise<Map<number, Flags>> {
  const { data } = await client
    .from('films')
    .select('spine, laserdisc, dvd, bluray, bluray_4k, laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop')
    .in('spine', [...spines])
    .throwOnError()
  return new Map(data.map(({ spine, ...flags }) => [spine, flags]))
}

/** Counts the films with these spines that have the flag. */
export async function countWith(person: Person, spines: readonly number[], flag: Flag): Promise<number> {
  return [...(await flagsOf(person, spines)).values()].filter((flags) => flags[flag]).length
}

/** Resets every film's formats to those of the site's file. */
async function resetFormats({ client }: Person): Promise<void> {
  const present = await Promise.all(
    [0, 1000].map((from) =>
      client
        .from('films')
        .select()
        .order('spine')
        .range(from, from + 999)
        .throwOnError(),
    ),
  )
  const expected = new Map(SITE_ROWS.map(({ spine, flags }) => [spine, flags]))
  const changes = present
    .flatMap(({ data }) => data)
    .filter((film) => FLAGS.some((flag) => film[flag] !== expected.get(film.spine)?.[flag]))
    .map(({ id, spine }) => ({ id, after: expected.get(spine) ?? {} }))
  if (changes.length === 0) return
  const update = { update_id: crypto.randomUUID(), update_name: 'Back to the beginning' }
  await client.rpc('change_film_formats', { ...update, changes }).throwOnError()
}

/** The parts of the page that updates formats, found by their roles and names. */
export function updatePage(page: Page) {
  return {
    heading: page.getByRole('heading', { name: 'Update Formats', level: 1 }),
    fromSite: page.getByRole('button', { name: 'Update Format Data from CSV' }),
    choose: page.getByRole('button', { name: 'Choose another file' }),
    step: (name: string | RegExp) => page.getByRole('heading', { name, level: 2 }),
    write: page.getByRole('button', { name: /^Update [\d,]+ films?$/ }),
    revert: page.getByRole('button', { name: /^Revert [\d,]+ films?$/ }),
    rest: page.getByRole('button', { name: 'Try the rest again' }),
    download: page.getByRole('button', { name: 'Download what was changed' }),
    row: (title: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title, exact: true }) }),
    earlier: page.getByRole('region', { name: 'Earlier updates' }),
  }
}

export async function openUpdatePage(page: Page): Promise<void> {
  await page.goto('/admin/update-formats')
  await updatePage(page).heading.waitFor()
}

export interface ChosenFile {
  name: string
  content: string | Buffer
}

export async function chooseFile(page: Page, { name, content }: ChosenFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await updatePage(page).choose.click()
  await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(content) })
}
