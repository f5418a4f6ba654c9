import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMATS } from '../domain/formats.ts'
import { readConfig } from '../server/config.ts'
import type { Database, Statement } from '../server/db/database.ts'
import { parseRead } from '../server/rest/parse.ts'
import { planRead } from '../server/rest/plan.ts'
import { readSchema } from '../server/rest/schema-cache.ts'
import { toSql } from '../server/rest/sql.ts'
import { openSite } from '../server/site.ts'
import { ENGINES, newPlace, type Place } from './place.ts'

const SORTS = [
  'spine.asc',
  'title.asc,spine.asc',
  'year.asc,spine.asc',
  'director.asc,spine.asc',
  'country.asc,spine.asc',
]
const FILTERS = ['', ...FORMATS.map((format) => `&${format}=eq.true`)]

describe.each(ENGINES)('plans on %s', (engine) => {
  let place: Place
  let db: Database

  beforeAll(async () => {
    place = await newPlace(engine)
    db = await openSite(readConfig(place.env))
  })

  afterAll(async () => {
    await db?.close()
    await place?.remove()
  })

  test.each(SORTS.flatMap((sort) => FILTERS.map((filter) => [sort, filter])))(
    'a page by %s%s walks an index and sorts nothing',
    async (sort, filter) => {
      const query = `select=id,title&order=${sort}${filter}&offset=0&limit=50`
      const resource = { kind: 'relation' as const, name: 'films' }
      const statement = toSql(planRead(parseRead('GET', { resource, query }, {}), await readSchema(db)))
      const nodes = await planOf(db, statement)
      expect(nodes.some((node) => node.startsWith('Index'))).toBe(true)
      expect(nodes.filter((node) => /Sort|Seq Scan|Bitmap/.test(node))).toEqual([])
    },
  )
})

/** The kinds of the plan's nodes, as a visitor's role meets them. */
async function planOf(db: Database, { text, values }: Statement): Promise<string[]> {
  const rows = await db.transaction([
    { text: 'set local role anon' },
    { text: `explain (format json) ${text}`, values: values ?? [] },
  ])
  return [...JSON.stringify(rows).matchAll(/\\*"Node Type\\*": ?\\*"([^"\\]+)/g)].map(
    ([, node]) => node ?? '',
  )
}
