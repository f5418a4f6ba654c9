import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asCaller, type Caller } from '../../../server/db/as-caller.ts'
import type { Statement } from '../../../server/db/database.ts'
import { startServerOn, type TestServer } from '../../support/site/server.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

/** Takes some minutes, and notices an interrupt at any moment. */
const SLOW = 'select count(*) from generate_series(1, 2000000000) number where number % 7 = 8'

const VISITOR: Caller = { role: 'anon', claims: {} }
const LIMIT = { timeLimitMs: 300 }

describe.each(ENGINES)('the time limit of a request on %s', (engine) => {
  let database: TestDatabase
  let server: TestServer
  const outages: string[] = []
  beforeAll(async () => {
    database = await newTestDatabase(engine)
    server = await startServerOn(database, { LOG_LEVEL: 'silent' })
    server.db.onOutage((sentence) => outages.push(sentence))
    await server.db.query('create table notes (id int primary key)')
    await server.db.query('grant insert, select on notes to anon')
  })
  afterAll(async () => {
    await server?.close()
    await database?.remove()
  })

  const run = (text: string, access: 'read' | 'write' = 'read') =>
    asCaller(server.db, VISITOR, access, { text }, LIMIT)
  const codeOf = (result: Promise<unknown>) =>
    result.then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  const notes = async () =>
    (await server.db.query<{ id: number }>('select id from notes order by id')).map(({ id }) => id)
  const insert = (id: number): Statement => ({ text: 'insert into notes values ($1)', values: [id] })

  test('a slow read ends with 57014, and the requests that waited for it are answered', async () => {
    const slow = codeOf(run(SLOW))
    const read = (address: string) => fetch(server.url + address, { headers: { apikey: server.key } })
    const bystanders = await Promise.all(
      ['/rest/v1/films?select=title&limit=1', '/rest/v1/profiles?select=username', '/'].map(read),
    )
    expect(bystanders.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await slow).toBe('57014')
    await vi.waitFor(async () => expect((await read('/ready')).status).toBe(200), 20_000)
    expect(await server.db.query('show statement_timeout')).toEqual([{ statement_timeout: '0' }])
  })

  test('a write that was ended leaves nothing, and the writes that waited for it are there once', async () => {
    const slow = codeOf(run(`with slow as (${SLOW}) insert into notes select 0 from slow`, 'write'))
    const waiting = [
      ...[1, 2, 3].map((id) => asCaller(server.db, VISITOR, 'write', insert(id))),
      server.db.query('insert into notes values ($1)', [4]),
      server.db.transaction([insert(5), insert(6)]),
      server.db.transaction(async (tx) => {
        await tx.query('insert into notes values ($1)', [7])
        await tx.query('insert into notes values ($1)', [8])
      }),
    ]
    await Promise.all(waiting)
    expect(await slow).toBe('57014')
    expect(await notes()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('a write that takes about its time limit is there exactly if it succeeds', async () => {
    const outcomes: Record<number, string> = {}
    // The first and the last are on either side of the limit also on a busy machine.
    const beyond = [-280, -50, -38, -26, -14, -2, 10, 22, 34, 46, 200]
    for (const [index, ms] of beyond.entries()) {
      const id = 100 + index
      // The loop looks at the clock a thousand times a second, and the engine may be interrupted in it.
      const until = `now() + interval '${LIMIT.timeLimitMs + ms} ms'`
      await server.db.query('drop function if exists wait_until')
      await server.db.query(`create function wait_until() returns int language plpgsql as
        $$ begin while clock_timestamp() < ${until} loop perform pg_sleep(0.001); end loop; return ${id}; end $$`)
      outcomes[id] = await codeOf(run('insert into notes select wait_until()', 'write'))
    }
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['done', '57014']))
    const there = (await notes()).filter((id) => id >= 100)
    expect(there).toEqual(
      Object.keys(outcomes)
        .map(Number)
        .filter((id) => outcomes[id] === 'done'),
    )
  })

  test('several slow requests in a row each end with 57014, and all writes between them are kept', async () => {
    const results = [run(SLOW), asCaller(server.db, VISITOR, 'write', insert(11)), run(SLOW), run(SLOW)]
    expect(await Promise.all(results.map(codeOf))).toEqual(['57014', 'done', '57014', '57014'])
    expect(await notes()).toContain(11)
  })

  test('listeners go on, also those that begin while a request is ended', async () => {
    const [early, late]: string[][] = [[], []]
    const stops = [await server.db.listen('early', (payload) => early?.push(payload))]
    const slow = codeOf(run(SLOW))
    stops.push(await server.db.listen('late', (payload) => late?.push(payload)))
    expect(await slow).toBe('57014')
    await server.db.query(`select pg_notify('early', 'one'), pg_notify('late', 'two')`)
    await vi.waitFor(() => {
      expect(early?.filter(Boolean)).toEqual(['one'])
      expect(late?.filter(Boolean)).toEqual(['two'])
    }, 20_000)
    for (const stop of stops) await stop()
  })

  test('a request within its time limit, and one without a limit, run to their end', async () => {
    const HALF_A_SECOND = `select from generate_series(1, 1000) where clock_timestamp() > now() + interval '600 ms' or pg_sleep(0.001) is null`
    expect(await run('select 1 as one')).toEqual([{ one: 1 }])
    expect(await codeOf(server.db.query(HALF_A_SECOND))).toBe('done')
    expect(await codeOf(server.db.transaction([{ text: HALF_A_SECOND }]))).toBe('done')
    expect(await codeOf(server.db.transaction((tx) => tx.query(HALF_A_SECOND)))).toBe('done')
    expect(await codeOf(run(HALF_A_SECOND))).toBe('57014')
  })

  test('an error at the commit is reported, as without a time limit', async () => {
    await server.db.query('create table late (id int unique deferrable initially deferred)')
    await server.db.query('grant insert on late to anon')
    const twice = asCaller(server.db, VISITOR, 'write', {
      text: 'insert into late values (1), ($1)',
      values: [1],
    })
    expect(await codeOf(twice)).toBe('23505')
    expect(await server.db.query('select from late')).toEqual([])
  })

  test('the log has a line for each request that was ended, without anything of the request', async () => {
    if (engine === 'postgres') return expect(outages).toEqual([])
    outages.length = 0
    const secret = codeOf(run(`${SLOW} and 'ada@example.org' <> ''`))
    expect(await secret).toBe('57014')
    await vi.waitFor(() => expect(outages).toHaveLength(1), 20_000)
    expect(outages[0]).toMatch(
      /^The embedded database ended a request that took longer than its time limit; others waited \d+ ms\.$/,
    )
  })
})
