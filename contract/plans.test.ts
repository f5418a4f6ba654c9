import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMATS } from '../domain/formats.ts'
import { readConfig } from '../server/config.ts'
import type { Database } from '../server/db/database.ts'
import { openSite } from '../server/site.ts'
import { explain, readingStatement } from './explain.ts'
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
      const plan = await explain(db, 'anon', await readingStatement(db, 'films', query))
      const nodes = plan.map((node) => node['Node Type'])
      expect(nodes.some((node) => node.startsWith('Index'))).toBe(true)
      expect(nodes.filter((node) => /Sort|Seq Scan|Bitmap/.test(node))).toEqual([])
    },
  )
})
