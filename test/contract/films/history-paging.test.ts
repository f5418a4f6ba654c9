import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEntry } from '../../../web/features/admin/history/entry.ts'
import { cursorOf, entriesAfter } from '../../../web/features/admin/history/entry-cursor.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

/** Changes with equal timestamps: of films, of updates, and twice of the same film. */
const HISTORY = `
  insert into public.film_updates (id, name, made_at)
  select gen_random_uuid(), 'formats ' || n || '.csv', timestamptz '2026-01-01 00:00:00.123456Z' + n / 5 * interval '1 s'
  from generate_series(1, 20) as n;
  insert into public.film_changes (film_id, spine, title, operation, before, after, changed_at, search)
  select films.id, spine, title, 'changed', '{"dvd": true}', '{"dvd": false}',
    timestamptz '2026-01-01 00:00:00.123456Z' + n / 11 * interval '1 s', search
  from generate_series(1, 60) as n join public.films on spine = 1 + n * 7 % 10;
`

describe.each(ENGINES)('pages of the history on %s', (engine) => {
  let server: TestServer
  let ada: Person

  beforeAll(async () => {
    server = await startServer(engine)
    ada = await newPerson(server, 'ada', 'admin')
    await server.db.transaction((tx) => tx.script(HISTORY))
  })
  afterAll(() => server?.close())

  const entries = () => ada.client.from('film_history').select().is('in_update', false)
  const inOrder = (query: ReturnType<typeof entries>) =>
    query.order('at', { ascending: false }).order('spine', { nullsFirst: true }).order('id')

  // With pages of one entry, each entry is the cursor once.
  test.each([1, 7])(
    'pages of %i contain each entry once and in order, even if the history grows',
    async (size) => {
      const { data: all } = await inOrder(entries()).throwOnError()
      const expected = all.map(({ id }) => id)
      expect(expected.length).toBeGreaterThan(80)

      const seen: string[] = []
      for (;;) {
        const last = seen.length > 0 ? all.find(({ id }) => id === seen.at(-1)) : undefined
        const query = last ? entriesAfter(entries(), cursorOf(readEntry(last))) : entries()
        const { data: page } = await inOrder(query).limit(size).throwOnError()
        seen.push(...page.map(({ id }) => id ?? ''))
        if (page.length < size) break
        await server.db.query('update public.films set laserdisc = not laserdisc where spine = 3')
      }
      expect(seen).toEqual(expected)
    },
  )
})
