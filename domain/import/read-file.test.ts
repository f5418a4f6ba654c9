import fc from 'fast-check'
import { strToU8 } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { FILMS, INDEX } from '../../test/support/import/catalogue.ts'
import { REAL_FILES } from '../../test/support/import/real-files.ts'
import { type Entry, WRITERS } from '../../test/support/import/write-files.ts'
import { FORMATS } from '../film/formats.ts'
import { matchRow } from './match/match.ts'
import type { MatchedFile } from './match/match-lists.ts'
import { readParts } from './read/part.ts'
import { readLists } from './read/read-lists.ts'
import { readFile } from './read-file.ts'

const ALL: readonly Entry[] = FILMS.map((film) => ({
  film,
  formats: FORMATS.filter((format) => film[format]).slice(-1),
}))

/** How many films of a file came back as themselves, were asked about, or became a film that is not in it. */
function tally(file: MatchedFile, entries: readonly Entry[]) {
  const ids = new Set(entries.map(({ film }) => film.spine + 10_000))
  const sure = file.sure.filter(({ filmId }) => ids.has(filmId)).length
  const asked = file.questions.filter(({ candidates }) =>
    candidates.some(({ filmId }) => ids.has(filmId)),
  ).length
  return { sure, asked, wrong: file.sure.length - sure }
}

describe('any films of the catalogue are matched correctly, or become questions, from', () => {
  test.each(Object.entries(WRITERS))('%s', async (_, write) => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...ALL], { minLength: 1, maxLength: 40 }), async (entries) => {
        const { bytes, name } = write(entries)
        const file = await readFile(bytes, name, INDEX)
        const { sure, asked, wrong } = tally(file, entries)
        // Rows of one title without a year are one question.
        const questions = new Set(entries.map(({ film }) => film.title)).size
        expect({ wrong, left: file.rows.left }).toEqual({ wrong: 0, left: 0 })
        expect(sure + asked).toBeGreaterThanOrEqual(Math.min(questions, entries.length))
      }),
      { numRuns: 20 },
    )
  })

  test.each([
    ['own CSV', 1299],
    ['own JSON', 1299],
    ['Letterboxd archive', 1290],
    ['CLZ web', 1290],
    ['DVD Profiler', 1285],
    ['a table of spines', 1299],
    // Without years nothing is sure.
    ['Blu-ray.com', 0],
  ])('%s: at least %i films of the catalogue are matched without a question', async (kind, least) => {
    const { bytes, name } = WRITERS[kind]?.(ALL) ?? { bytes: new Uint8Array(), name: '' }
    const file = await readFile(bytes, name, INDEX)
    expect(tally(file, ALL).wrong).toBe(0)
    expect(file.sure.length).toBeGreaterThanOrEqual(least)
  })
})

describe('each row is matched to its film, or becomes a question that includes the film, from', () => {
  test.each(Object.entries(WRITERS))('%s', async (_, write) => {
    const { bytes, name } = write(ALL)
    expect(await strays(bytes, name)).toEqual([])
  })

  const tables = Object.entries(WRITERS).filter(
    ([kind]) => !/archive|list|JSON|XML|Profiler|Trakt/.test(kind),
  )
  test.each(tables)('%s with its columns the other way round', async (kind, write) => {
    const { bytes, name } = write(ALL)
    const encoding = bytes[0] === 0xff ? 'utf-16le' : kind === 'CLZ program' ? 'windows-1252' : 'utf-8'
    const text = new TextDecoder(encoding).decode(bytes)
    const { data, meta } = Papa.parse<string[]>(text, { skipEmptyLines: true })
    const turned = Papa.unparse(
      data.map((cells) => cells.toReversed()),
      { delimiter: meta.delimiter },
    )
    expect(await strays(strToU8(turned), name)).toEqual([])
    const { format, rows, lists } = await readFile(bytes, name, INDEX)
    const again = await readFile(strToU8(turned), name, INDEX)
    expect({ format: again.format, rows: again.rows, lists: again.lists }).toEqual({ format, rows, lists })
  })

  /** The rows that match another film than that of their index. The lists of a file begin with the same films, or share them. */
  async function strays(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string[]> {
    const { format, lists } = readLists(await readParts(bytes, name))
    return lists.flatMap(({ rows, exact }) =>
      rows.flatMap((row, index) => {
        const own = ALL[format.id === 'dvd-profiler' ? row.line - 1 : index]?.film.spine
        const match = matchRow(row, INDEX, exact)
        const films = match.status === 'sure' ? [match.film] : []
        const found = match.status === 'ask' ? match.candidates.map(({ film }) => film) : films
        const spines = found.map(({ spine }) => spine)
        return own !== undefined && spines.includes(own)
          ? []
          : [`${own}: ${match.status} ${spines.join(' ')}`]
      }),
    )
  }
})

describe('files in the shapes and sizes of real ones', () => {
  test.each(REAL_FILES)('$what', async ({ write, expected }) => {
    const { bytes, name, truth } = write()
    const file = await readFile(bytes, name, INDEX)
    const wrong = file.sure.filter(({ filmId }) => !truth.has(filmId - 10_000)).length
    const unasked = [...truth].filter(
      (spine) =>
        !file.sure.some(({ filmId }) => filmId === spine + 10_000) &&
        !file.questions.some(({ candidates }) => candidates.some(({ filmId }) => filmId === spine + 10_000)),
    ).length
    expect({
      rows: file.rows.total,
      matched: file.rows.sure,
      asked: file.rows.asked,
      left: file.rows.left,
      wrong,
      unasked,
    }).toEqual({ ...expected, wrong: 0, unasked: 0 })
  })
})

test('a hundred thousand rows are read and matched within three seconds', async () => {
  const entries = Array.from({ length: 100_000 }, (_, index) => {
    const film = ALL[index % ALL.length]?.film
    const title = index < 3000 ? film?.title : `${film?.title.split(' ').at(-1)} the ${index}th night`
    return {
      formats: [],
      film: { ...film, title, letterboxd_link: `https://boxd.it/x${index}` },
    } as unknown as Entry
  })
  const { bytes, name } = WRITERS['a table of titles']?.(entries) ?? { bytes: new Uint8Array(), name: '' }
  expect(bytes.length).toBeGreaterThan(3_500_000)
  const start = process.threadCpuUsage()
  const file = await readFile(bytes, name, INDEX)
  const { user, system } = process.threadCpuUsage(start)
  expect(file.rows.total).toBe(100_000)
  expect((user + system) / 1000).toBeLessThan(3000)
}, 60_000)
