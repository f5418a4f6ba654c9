import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMATS } from '../../../domain/film/formats.ts'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/db/database.ts'
import { openSite } from '../../../server/site.ts'
import { explain, readStatement } from '../../support/explain.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

const SORTS = [
  'spine.asc',
  'title.asc,spine.asc',
  'sort_title.asc,spine.asc',
  'year.asc,spine.asc',
  'director.asc,spine.asc',
  'sort_director.asc,spine.asc',
  'country.asc,spine.asc',
  'running_time.asc,spine.asc',
  // Descending, the films without a value are read after all others.
  'spine.desc',
  'title.desc,spine.desc',
  'year.desc,spine.desc&year=not.is.null',
  'director.desc,spine.desc',
  'country.desc,spine.desc&country=not.is.null',
  'running_time.desc,spine.desc&running_time=not.is.null',
]
const FILTERS = ['', ...FORMATS.map((format) => `&${format}=eq.true`)]

describe.each(ENGINES)('query plans on %s', (engine) => {
  let database: TestDatabase
  let db: Database

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    db = await openSite(readConfig(database.env))
    await db.query('update public.films set running_time = 40 + spine % 200')
    await db.query('analyze public.films')
  })

  afterAll(async () => {
    await db?.close()
    await database?.remove()
  })

  test.each(SORTS.flatMap((sort) => FILTERS.map((filter) => [sort, filter])))(
    'a page by %s%s walks an index and sorts nothing',
    async (sort, filter) => {
      const query = `select=id,title&order=${sort}${filter}&offset=0&limit=50`
      const plan = await explain(db, 'anon', await readStatement(db, 'films', query))
      const nodes = plan.map((node) => node['Node Type'])
      expect(nodes.some((node) => node.startsWith('Index'))).toBe(true)
      expect(nodes.filter((node) => /Sort|Seq Scan|Bitmap/.test(node))).toEqual([])
    },
  )

  test.each(SORTS.flatMap((sort) => FILTERS.map((filter) => [sort, filter])))(
    'a deep page by %s%s starts from the film before it with an index',
    async (sort, filter) => {
      const [, column = '', direction, tie] = /^(\w+)\.(\w+)(,spine)?/.exec(sort) ?? []
      const [beyond, sign] = direction === 'asc' ? ['gt', '>'] : ['lt', '<']
      const [film] = await db.query<Record<string, string>>(
        `select spine::text, ${column}::text as value from public.films where ${column} is not null
         order by ${column} desc, spine desc limit 1 offset 600`,
      )
      const value = `"${film?.value}"`
      const place = tie
        ? `or=(${column}.${beyond}.${value},and(${column}.eq.${value},spine.${beyond}.${film?.spine}))`
        : `spine=${beyond}.${film?.spine}`
      const query = `select=id,title&order=${sort}${filter}&${encodeURI(place)}&limit=50`
      const plan = await explain(db, 'anon', await readStatement(db, 'films', query))
      const conditions = plan.flatMap((node) => node['Index Cond'] ?? [])
      const expected = tie ? `\\(ROW\\(.*, spine\\) ${sign} ROW\\(.*\\)\\)` : `\\(spine ${sign} \\d+\\)`
      expect(conditions).toEqual([expect.stringMatching(new RegExp(expected))])
      expect(plan.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
    },
  )

  test.each(['year', 'country'])(
    'films without a %s are found with an index after all others',
    async (column) => {
      const query = `select=id&order=${column},spine&${column}=is.null&spine=gt.7&limit=50`
      const plan = await explain(db, 'anon', await readStatement(db, 'films', query))
      expect(plan.flatMap((node) => node['Index Cond'] ?? [])).toEqual([
        `((${column} IS NULL) AND (spine > 7))`,
      ])
    },
  )

  test.each([
    ['country', 'countries=ov.{"Japan"}', 'films_by_country_name'],
    ['director', 'directors=ov.{"Agnès Varda"}', 'films_by_director_name'],
    ['box set', 'in_sets={7}', 'films_pkey'],
  ])('the films of a %s are found with an index', async (_, filter, index) => {
    const query = `${encodeURI(filter)}&select=id&order=title,spine&limit=50`
    const plan = await explain(db, 'anon', await readStatement(db, 'ranked_films', query, 'function'))
    expect(plan.map((node) => node['Index Name'])).toContain(index)
    expect(
      plan.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'films'),
    ).toEqual([])
  })
})
