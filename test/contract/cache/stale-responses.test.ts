import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readCatalogueFile } from '../../../server/admin/catalogue/catalogue-files.ts'
import { loadFilms } from '../../../server/admin/catalogue/load-films.ts'
import { openResponseStore } from '../../../server/response-cache/store.ts'
import {
  cacheCounts,
  fetchRows,
  notificationsDelivered,
  updateWithoutNotification,
} from '../../support/cache-requests.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { runAsMigration } from '../../support/site/run-as-migration.ts'
import { startServerOn, type TestServer } from '../../support/site/server.ts'
import {
  behindPooler,
  ENGINES,
  newTestDatabase,
  type TestDatabase,
} from '../../support/site/test-database.ts'

const DATABASES: [string, () => Promise<TestDatabase>][] = [
  ...ENGINES.map((engine): [string, () => Promise<TestDatabase>] => [engine, () => newTestDatabase(engine)]),
  ['postgres behind a pooler', async () => behindPooler(await newTestDatabase('postgres'))],
]

describe.each(DATABASES)('stale responses on %s', (_, newDatabase) => {
  let database: TestDatabase
  let server: TestServer
  let ada: Person
  beforeAll(async () => {
    database = await newDatabase()
    server = await startServerOn(database)
    ada = await newPerson(server, 'ada', 'admin')
  })
  afterAll(async () => {
    await server?.close()
    await database?.remove()
  })

  const titles = async (filter: string) =>
    (await fetchRows<{ title: string }>(server, `films?select=title&${filter}`)).map(({ title }) => title)

  test('a repeated request is served from the cache', async () => {
    const [title] = await titles('spine=eq.1')
    await updateWithoutNotification(server, 1, 'Changed unseen')
    expect(await titles('spine=eq.1')).toEqual([title])
    // A change of another row invalidates the response, too.
    await server.db.query(`update public.films set title = 'Seen' where spine = 2`)
    expect(await titles('spine=eq.1')).toEqual(['Changed unseen'])
  })

  describe('invalidation by writes', () => {
    const writes: [what: string, write: () => unknown, after: string[]][] = [
      [
        'an insert',
        () => ada.untyped.from('films').insert({ spine: 9001, title: 'A', director: 'D' }),
        ['A'],
      ],
      ['an update', () => ada.client.from('films').update({ title: 'B' }).eq('spine', 9001), ['B']],
      [
        'an upsert',
        () =>
          ada.untyped
            .from('films')
            .upsert({ spine: 9001, title: 'C', director: 'D' }, { onConflict: 'spine' }),
        ['C'],
      ],
      ['a deletion', () => ada.client.from('films').delete().eq('spine', 9001), []],
      [
        'a function that writes',
        () => ada.untyped.rpc('add_for_test', { spine: 9001, title: 'D' }).throwOnError(),
        ['D'],
      ],
      [
        'a transaction of several statements',
        () =>
          server.db.transaction(async (tx) => {
            await tx.query(`update public.films set title = 'E' where spine = 9001`)
            await tx.query('select 1')
          }),
        ['E'],
      ],
      [
        'statements sent at once',
        () =>
          server.db.transaction([
            { text: `update public.films set title = $1 where spine = 9001`, values: ['F'] },
            { text: 'select 1' },
          ]),
        ['F'],
      ],
      [
        'a script',
        () => server.db.transaction((tx) => tx.script(`update films set title = 'G' where spine = 9001`)),
        ['G'],
      ],
      ['an import', () => importOne('H'), ['H']],
      ['emptying the table', () => server.db.query('truncate public.films cascade'), []],
    ]

    beforeAll(async () => {
      await runAsMigration(
        server.db,
        `
          create function public.add_for_test(spine integer, title text) returns void language sql as
            $$ insert into public.films (spine, title, director) values (add_for_test.spine, add_for_test.title, 'D') $$;
          notify pgrst, 'reload schema'`,
      )
      // The server reads the schema some time after the notification.
      await vi.waitFor(async () => {
        const { error } = await ada.untyped.rpc('add_for_test', { spine: 9002, title: null })
        expect(error?.code, 'the function refuses a film without a title').toBe('23502')
      }, 20_000)
    })

    async function importOne(title: string): Promise<void> {
      const folder = mkdtempSync(path.join(tmpdir(), 'criterion-stale-'))
      const file = path.join(folder, 'films.csv')
      writeFileSync(file, `spine,title,director\n9001,${title},D\n`)
      const film = await readCatalogueFile(file)
      await server.db.transaction((tx) => loadFilms(tx, film, { name: 'films.csv' }))
      rmSync(folder, { recursive: true })
    }

    test.each(writes)('a request after %s does not get an older cached response', async (_, write, after) => {
      const before = await titles('spine=eq.9001')
      expect(await titles('spine=eq.9001')).toEqual(before)
      await write()
      expect(await titles('spine=eq.9001')).toEqual(after)
    })
  })

  test('a cached response is never older than a change acknowledged before the request', async () => {
    const films = Array.from({ length: 10 }, (_, index) => 7001 + index)
    await server.db.query(
      `insert into public.films (spine, title, director) select spine, '0', 'D' from unnest($1::int[]) spine`,
      [`{${films.join(',')}}`],
    )
    const stale: string[] = []
    await Promise.all(
      films.map(async (spine) => {
        for (let round = 1; round <= 30; round++) {
          await ada.client
            .from('films')
            .update({ title: String(round) })
            .eq('spine', spine)
            .throwOnError()
          const [title] = await titles(`spine=eq.${spine}`)
          if (title !== String(round)) stale.push(`${spine}: ${title} instead of ${round}`)
        }
      }),
    )
    expect(stale).toEqual([])
  })

  test('a response is not cached if its tables change while it is computed', async () => {
    const store = await openResponseStore(server.db)
    const made = (body: string) => ({ status: 200, headers: {}, body })
    const first = await store.getOrMake('key', ['films'], async () => {
      await server.db.query(`insert into public.films (spine, title, director) values (8001, 'New', 'D')`)
      return made('read before the change')
    })
    expect([first.encoded('identity')?.toString(), store.find('key')]).toEqual([
      'read before the change',
      undefined,
    ])
    await notificationsDelivered(server)
    await store.getOrMake('key', ['films'], async () => made('read after it'))
    expect(store.find('key')?.encoded('identity')?.toString()).toBe('read after it')
    await store.close()
  })

  test('a request after a change does not share a response begun before it', async () => {
    const store = await openResponseStore(server.db)
    const released = Promise.withResolvers<void>()
    const slow = store.getOrMake('key', ['films'], async () => {
      await released.promise
      return { status: 200, headers: {}, body: 'old' }
    })
    await server.db.query(`update public.films set title = 'Newer' where spine = 8001`)
    const fresh = await store.getOrMake('key', ['films'], async () => ({
      status: 200,
      headers: {},
      body: 'new',
    }))
    released.resolve()
    expect((await slow).encoded('identity')?.toString()).toBe('old')
    expect([fresh, store.find('key')].map((kept) => kept?.encoded('identity')?.toString())).toEqual([
      'new',
      'new',
    ])
    await store.close()
  })

  test('a cached response stays valid if a statement changes nothing or another table', async () => {
    await notificationsDelivered(server)
    await titles('spine=eq.7001')
    const { misses } = cacheCounts()
    const olga = await newPerson(server, 'olga')
    await olga.client.from('films').update({ title: 'X' }).eq('spine', 7001)
    const [film] = await fetchRows<{ id: number }>(server, 'films?select=id&spine=eq.7002')
    await olga.client
      .from('user_wishlist')
      .insert({ user_id: olga.id, film_id: film?.id ?? 0 })
      .throwOnError()
    await titles('spine=eq.7001')
    expect(cacheCounts().misses).toBe(misses + 1)
  })

  test('a schema change invalidates cached responses', async () => {
    const [before] = await fetchRows(server, 'films?limit=1&order=spine')
    expect(before).not.toHaveProperty('note')
    await server.db.transaction((tx) =>
      tx.script(`alter table public.films add column note text; notify pgrst, 'reload schema'`),
    )
    await vi.waitFor(async () => {
      const [after] = await fetchRows(server, 'films?limit=1&order=spine')
      expect(after).toHaveProperty('note')
    }, 20_000)
  })
})
