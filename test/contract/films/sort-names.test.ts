import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineFault } from '../../../domain/film/rules.ts'
import { sortDirector, sortTitle } from '../../../domain/film/sort-names.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const LANGUAGES = 'English French Italian Spanish Portuguese German Dutch Swedish Danish Norwegian Hungarian'
const PIECES =
  `the The a An Les le La un' L’ l' Un una Der egy den Os “ ¡ … ( ' 8½ ½ é Ōzu 400 and , De del von Van Jr. Sr.
  III St. Kar-wai Ki-young Kore-eda Øre`.split(/\s+/)

const piece = fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(' ', ', ', ' and ', ', and '), fc.string())
const line = fc
  .array(piece, { maxLength: 6 })
  .map((pieces) => pieces.join(' '))
  .filter((text) => lineFault(text) === undefined)
const language = fc.option(fc.subarray(LANGUAGES.split(' ')).map((names) => names.join(', ') || 'Silent'))

describe.each(ENGINES)('sort names on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(() => server.close())

  async function madeByDatabase(films: { title: string; language: string | null; director: string }[]) {
    const [row] = await server.db.query<{ names: string }>(
      `select json_agg(json_build_array(private.sort_title(title, language), private.sort_director(director))
         order by place)::text as names
       from rows from (jsonb_to_recordset($1::jsonb) as (title text, language text, director text))
         with ordinality as film (title, language, director, place)`,
      [JSON.stringify(films)],
    )
    return JSON.parse(row?.names ?? '[]') as string[][]
  }

  test('the form and the database make the same names for every film of the catalogue', async () => {
    const films = await server.db.query<{ title: string; language: string | null; director: string }>(
      'select title, language, director from public.films order by spine',
    )
    expect(films.length).toBeGreaterThan(1000)
    expect(await madeByDatabase(films)).toEqual(
      films.map((film) => [sortTitle(film.title, film.language), sortDirector(film.director)]),
    )
  })

  test('the form and the database make the same names of generated texts', async () => {
    const film = fc.record({ title: line, language, director: line })
    await fc.assert(
      fc.asyncProperty(fc.array(film, { minLength: 50, maxLength: 50 }), async (films) => {
        expect(await madeByDatabase(films)).toEqual(
          films.map((film) => [sortTitle(film.title, film.language), sortDirector(film.director)]),
        )
      }),
      { numRuns: 40 },
    )
  })
})
