import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLUMN_NAMES, definitionOf, FILM_COLUMNS, type FilmColumn } from '../../../domain/film/columns.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

/** How the database declares each kind of column, beside its constraint. */
const TYPES = {
  spine: 'integer',
  year: 'integer',
  minutes: 'integer',
  id: 'integer',
  line: 'text',
  link: 'text',
  flag: 'boolean',
}

const RULES = {
  spine: 'spine >= 1',
  year: 'year >= 1870',
  minutes: '<= 9999',
  id: '<= 999999999',
  line: 'private.is_line',
  link: 'private.is_web_address',
  flag: undefined,
}

describe.each(ENGINES)('the columns of films on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(() => server.close())

  const names = async (sql: string) => (await server.db.query<{ name: string }>(sql)).map(({ name }) => name)
  const columnsOf = (relation: string) =>
    names(`select attname as name from pg_attribute
      where attrelid = '${relation}'::regclass and attnum > 0 and not attisdropped order by attnum`)

  test('the definition has every column of the table that people write', async () => {
    const columns = await columnsOf('public.films')
    expect(columns.toSorted()).toEqual(['id', 'aliases', 'search', 'revision', ...COLUMN_NAMES].toSorted())
  })

  test.each(['insert', 'update'])(
    'an admin may %s every column of the definition and no other',
    async (right) => {
      const granted = await names(`select attname as name from pg_attribute
      where attrelid = 'public.films'::regclass and attnum > 0
        and has_column_privilege('authenticated', attrelid, attnum, '${right}')`)
      expect(granted.toSorted()).toEqual(['aliases', ...COLUMN_NAMES].toSorted())
    },
  )

  test.each(['private.ranked_film', 'private.profile_film'])(
    'the rows of the function have every column: %s',
    async (relation) => {
      expect(await columnsOf(relation)).toEqual(expect.arrayContaining(await columnsOf('public.films')))
    },
  )

  test.each(Object.keys(FILM_COLUMNS) as FilmColumn[])(
    'the table declares %s with the type, the null and the rule of its kind',
    async (column) => {
      const { kind, optional = false } = definitionOf(column)
      const [declared] = await server.db.query<{ type: string; nullable: boolean; rule: string | null }>(
        `select format_type(atttypid, null) as type, not attnotnull as nullable,
           (select string_agg(pg_get_constraintdef(oid), ' ') from pg_constraint
             where conrelid = attrelid and contype = 'c' and attnum = any (conkey)) as rule
         from pg_attribute where attrelid = 'public.films'::regclass and attname = '${column}'`,
      )
      expect(declared).toEqual({
        type: TYPES[kind],
        nullable: optional,
        rule: RULES[kind] === undefined ? null : expect.stringContaining(RULES[kind]),
      })
    },
  )
})
