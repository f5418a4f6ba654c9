import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../../../domain/database.types.ts'
import type { Aliases } from '../../../domain/film/aliases.ts'
import { fold } from '../../../domain/search/fold.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

/** Scripts with case, accents or compatibility forms, and pattern characters. */
const ALPHABETS: [first: number, last: number][] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x250, 0x2ff],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x5d0, 0x5ea],
  [0x10a0, 0x10ff],
  [0x1e00, 0x1fff],
  [0x2010, 0x2060],
  [0x2070, 0x209c],
  [0x2100, 0x218b],
  [0x24b6, 0x24e9],
  [0x3040, 0x30ff],
  [0xac00, 0xac80],
  [0xfb00, 0xfb4f],
  [0xff01, 0xffee],
  [0x10400, 0x1044f],
  [0x1f1e6, 0x1f1ff],
]
const TRICKY = [...'¼½¾⅓⅔øØłŁđÐðħıİςΣσßẞæÆœŒ’‘“”‐–—⁄*%_\\∗٪ˍ∖ﬁŉǆΐK Å\u0307\u0308\u0345']

const letter = fc.oneof(
  { arbitrary: fc.constantFrom(...TRICKY), weight: 4 },
  ...ALPHABETS.map(([first, last]) => ({
    arbitrary: fc.integer({ min: first, max: last }).map((code) => String.fromCodePoint(code)),
    weight: 1,
  })),
)
const text = fc.string({ unit: letter, maxLength: 30 }).filter((sample) => /^\p{Assigned}*$/u.test(sample))

describe.each(ENGINES)('search folding on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(() => server.close())

  async function foldedByDatabase(texts: string[]): Promise<string[]> {
    const [row] = await server.db.query<{ folded: string }>(
      `select coalesce(json_agg(private.fold(sample) order by place), '[]')::text as folded
       from jsonb_array_elements_text($1::jsonb) with ordinality as each (sample, place)`,
      [JSON.stringify(texts)],
    )
    return JSON.parse(row?.folded ?? '[]') as string[]
  }

  test('the browser and the database fold every title, director and alias equally', async () => {
    const films = await server.db.query<
      Pick<Tables<'films'>, 'title' | 'director' | 'search' | 'spine' | 'aliases'>
    >('select title, director, search, spine, aliases from public.films order by spine')
    expect(films.length).toBeGreaterThan(1000)
    expect(films.find(({ spine }) => spine === 1)?.search).toBe(
      'grand illusion jean renoir 1 la grande illusion',
    )
    for (const { title, director, search, spine, aliases } of films) {
      const { imdb = [], title: titles = [] } = (aliases ?? {}) as Aliases
      const found = [title, director, String(spine), ...imdb, ...titles].map(fold)
      expect(search).toBe(found.join(' '))
    }
  })

  test('the browser and the database fold each letter equally', async () => {
    const letters = ALPHABETS.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)),
    ).filter((each) => /\p{Assigned}/u.test(each))
    expect(await foldedByDatabase(letters)).toEqual(letters.map(fold))
  })

  test('the browser and the database fold generated texts equally', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
        expect(await foldedByDatabase(texts)).toEqual(texts.map(fold))
      }),
      { numRuns: 60 },
    )
  })

  test('folded text contains no pattern characters', async () => {
    const [folded = ''] = await foldedByDatabase([TRICKY.join('')])
    expect(folded).not.toMatch(/[*%_\\]/)
  })
})
