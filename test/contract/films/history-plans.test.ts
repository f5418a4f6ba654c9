import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/db/database.ts'
import { openSite } from '../../../server/site.ts'
import { explain, type PlanNode, readStatement } from '../../support/explain.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

/** A long history: 20,000 single changes and twenty updates of every film. */
const HISTORY = `
  insert into public.film_updates (id, name, made_at)
  select gen_random_uuid(), 'formats ' || n || '.csv', now() - n * interval '1 day' from generate_series(1, 20) as n;
  insert into public.film_changes (film_id, spine, title, operation, before, after, update_id, changed_at, search)
  select films.id, spine, title, 'changed', '{"dvd": true}', '{"dvd": false}', made.id, made_at, search
  from public.film_updates made, public.films where made.name like 'formats %';
  insert into public.film_changes (film_id, spine, title, operation, before, after, changed_at, search)
  select films.id, spine, title, 'changed', '{"dvd": true}', '{"dvd": false}', now() - n * interval '1 minute', search
  from generate_series(1, 20000) as n join public.films on spine = 1 + n % 1299;
  analyze;
`

const LATEST = 'order=at.desc,id.desc&limit=50'

/** As the web asks for it (entry-cursor.ts). */
const BEHIND =
  'at=lte.2026-01-01&or=(at.lt.2026-01-01,and(at.eq.2026-01-01,or(spine.gt.7,and(spine.eq.7,id.gt.1))))'

const READS = [
  ['the latest entries', `in_update=is.false&${LATEST}`],
  ['the entries after a cursor', `in_update=is.false&${BEHIND}&${LATEST}`],
  ['a film', `film_id=eq.7&${LATEST}`],
  ['an update', 'update_id=eq.00000000-0000-4000-8000-000000000001&in_update=is.true&order=spine&limit=50'],
] as const

describe.each(ENGINES)('query plans for a long history on %s', (engine) => {
  let database: TestDatabase
  let db: Database

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    db = await openSite(readConfig(database.env))
    await db.transaction((tx) => tx.script(HISTORY))
  })

  afterAll(async () => {
    await db?.close()
    await database?.remove()
  })

  test.each(READS)('the request for %s uses an index', async (_, query) => {
    const plan = await explain(
      db,
      'authenticated',
      await readStatement(db, 'film_history', `select=*&${query}`),
    )
    const ofChanges = plan.filter((node) => node['Relation Name'] === 'film_changes')
    expect(ofChanges.length).toBeGreaterThan(0)
    expect(ofChanges.filter((node) => !usesIndex(node))).toEqual([])
  })

  test('the latest entries are read in index order', async () => {
    const query = `select=*&in_update=is.false&${LATEST}`
    const plan = await explain(db, 'authenticated', await readStatement(db, 'film_history', query))
    const steps = plan.map((node) => node['Node Type'])
    expect(steps).toContain('Merge Append')
    // Entries of the same moment are sorted by their id.
    expect(steps.filter((step) => step === 'Sort')).toEqual([])
    expect(plan.map((node) => node['Index Name'])).toContain('film_changes_by_time')
  })
})

function usesIndex(node: PlanNode): boolean {
  return /^(Index|Bitmap)/.test(node['Node Type'])
}
