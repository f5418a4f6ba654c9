import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { asCaller, type Caller } from '../../../server/db/as-caller.ts'
import { type Database, DatabaseError } from '../../../server/db/database.ts'
import { vacuumTables } from '../../../server/db/pglite/housekeeping.ts'
import { openSite } from '../../../server/site.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

describe.each(ENGINES)('the database on %s', (engine) => {
  let database: TestDatabase
  let db: Database

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    db = await openSite(readConfig(database.env))
    await db.query('create table notes (id int primary key, body text)')
  })

  afterAll(async () => {
    await db?.close()
    await database?.remove()
  })

  const notes = () => db.query<{ id: number }>('select id from notes order by id')

  test('a value gets the type of its parameter', async () => {
    const [row] = await db.query('select $1::int + 1 as number, $2::boolean as truth, $3::text as nothing', [
      '41',
      'true',
      null,
    ])
    expect(row).toEqual({ number: 42, truth: true, nothing: null })
  })

  test('a refused statement rejects with its SQLSTATE', async () => {
    const refusal = await db.query('select nothing').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseError)
    expect(refusal).toMatchObject({ code: '42703' })
  })

  test('a list of statements runs completely or not at all', async () => {
    await db.transaction([
      { text: 'insert into notes values ($1, $2)', values: [1, 'a'] },
      { text: 'insert into notes values ($1, $2)', values: [2, 'b'] },
    ])
    const failing = db.transaction([
      { text: 'insert into notes values ($1, $2)', values: [3, 'c'] },
      { text: 'insert into notes values ($1, $2)', values: [1, 'again'] },
      { text: 'insert into notes values ($1, $2)', values: [4, 'd'] },
    ])
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await notes()).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('a script without values runs completely or not at all', async () => {
    const failing = db.transaction([
      { text: 'insert into notes values (3)' },
      { text: 'insert into notes values (1)' },
    ])
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await notes()).toEqual([{ id: 1 }, { id: 2 }])
    expect(await db.transaction([{ text: 'select 1' }, { text: `select 'last' as which` }])).toEqual([
      { which: 'last' },
    ])
  })

  test.each([
    ['with parameters', [6]],
    ['without parameters', undefined],
  ])('nothing runs after a refused role, %s', async (_, values) => {
    const insert = { text: `insert into notes values (${values ? '$1' : 6})`, ...(values && { values }) }
    for (const refused of ['set local role nobody_at_all', 'set local role "']) {
      await expect(db.transaction([{ text: refused }, insert])).rejects.toBeInstanceOf(DatabaseError)
    }
    expect(await notes()).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('a statement never runs with the owner’s rights if the caller’s role was refused', async () => {
    const insert = { text: 'insert into notes values ($1)', values: [6] }
    const nobody = { role: 'nobody_at_all', claims: {} } as unknown as Caller
    await expect(asCaller(db, nobody, 'write', insert)).rejects.toMatchObject({ code: '22023' })
    await expect(asCaller(db, { role: 'anon', claims: {} }, 'write', insert)).rejects.toMatchObject({
      code: '42501',
    })
    expect(await notes()).toEqual([{ id: 1 }, { id: 2 }])
    await db.query('insert into notes values (6)')
    await db.query('delete from notes where id = 6')
  })

  test('an error at commit undoes the transaction', async () => {
    await db.query('create table late (id int unique deferrable initially deferred)')
    const failing = db.transaction([
      { text: 'insert into notes values ($1)', values: [6] },
      { text: 'insert into late values (1), ($1)', values: [1] },
    ])
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await notes()).toEqual([{ id: 1 }, { id: 2 }])
    expect(await db.query('select * from late')).toEqual([])
  })

  test('a transaction runs completely or not at all, and the connection works after a failure', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query('insert into notes values ($1)', [6])
      throw new Error('changed its mind')
    })
    await expect(failing).rejects.toThrow('changed its mind')
    const rows = await db.transaction(async (tx) => {
      await tx.script('insert into notes values (7); insert into notes values (8)')
      return tx.query('select count(*)::int as notes from notes')
    })
    expect(rows).toEqual([{ notes: 4 }])
  })

  test('simultaneous transactions are isolated', async () => {
    await db.query('delete from notes')
    const add = () =>
      db.transaction(async (tx) => {
        await tx.query('lock table notes in exclusive mode')
        const [row] = await tx.query<{ next: number }>('select count(*)::int + 1 as next from notes')
        await tx.query('insert into notes values ($1)', [row?.next ?? 0])
      })
    await Promise.all(Array.from({ length: 20 }, add))
    expect(await notes()).toHaveLength(20)
  })

  test('a list of statements does not join an open transaction', async () => {
    await db.query('delete from notes')
    let known: Promise<unknown> | undefined
    const open = db.transaction(async (tx) => {
      await tx.query('insert into notes values ($1)', [1])
      known = db.transaction([{ text: 'insert into notes values ($1)', values: [2] }])
      await tx.query('select 1')
      throw new Error('rolled back')
    })
    await expect(open).rejects.toThrow('rolled back')
    await known
    expect(await notes()).toEqual([{ id: 2 }])
  })

  test('a caller’s role and claims end with the statement', async () => {
    const caller: Caller = { role: 'authenticated', claims: { sub: 'it’s', note: "'; drop table notes; --" } }
    const [as] = await asCaller(db, caller, 'read', {
      text: `select current_user::text as role, auth.jwt() ->> 'note' as note, $1::int as value`,
      values: [1],
    })
    expect(as).toEqual({ role: 'authenticated', note: "'; drop table notes; --", value: 1 })
    const [withoutValues] = await asCaller(db, caller, 'read', { text: 'select current_user::text as role' })
    expect(withoutValues).toEqual({ role: 'authenticated' })
    const [after] = await db.query(
      `select current_user::text in ('authenticated', 'anon') as is_caller, coalesce(current_setting('request.jwt.claims', true), '') as claims`,
    )
    expect(after).toEqual({ is_caller: false, claims: '' })
  })

  test('a reading caller cannot write, even through a function', async () => {
    const writing = asCaller(db, { role: 'authenticated', claims: {} }, 'read', {
      text: 'create temp table mine (a int)',
    })
    await expect(writing).rejects.toMatchObject({ code: '25006' })
  })

  test('listeners are notified only after the commit', async () => {
    const payloads: string[] = []
    const stop = await db.listen('notes', (payload) => payloads.push(payload))
    await db
      .transaction(async (tx) => {
        await tx.query(`select pg_notify('notes', 'rolled back')`)
        throw new Error('no')
      })
      .catch(() => {})
    await db.query(`select pg_notify('notes', 'committed')`)
    await vi.waitFor(() => expect(payloads).toEqual(['committed']), 20_000)
    await stop()
  })

  test('the database is vacuumed while it runs', async () => {
    await db.query('delete from notes')
    await db.query('insert into notes select generate_series(1, 5000)')
    await vacuumTables(db.query)
    const [figures] = await db.query(`select reltuples::int as rows from pg_class where relname = 'notes'`)
    expect(figures).toEqual({ rows: 5000 })
  })
})

describe.each(ENGINES.filter((engine) => engine === 'postgres'))('a lost connection to %s', (engine) => {
  let database: TestDatabase
  let db: Database

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    db = await openSite(readConfig(database.env))
  })

  afterAll(async () => {
    await db?.close()
    await database?.remove()
  })

  /** Ends every other connection, as an administrator or a restart does. */
  const endAllOthers = () =>
    db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )

  test('the statements of a lost connection fail, and the next ones use a new connection', async () => {
    const slow = [
      db.query('select pg_sleep($1)', [20]),
      db.transaction([{ text: 'select pg_sleep($1)', values: [20] }]),
      db.transaction((tx) => tx.query('select pg_sleep($1)', [20])),
    ].map((statement) => statement.catch((error: unknown) => error))
    await vi.waitFor(async () => {
      const [asleep] = await db.query(
        `select count(*)::int as number from pg_stat_activity
         where datname = current_database() and wait_event = 'PgSleep'`,
      )
      expect(asleep).toEqual({ number: 3 })
    }, 20_000)
    await endAllOthers()
    for (const outcome of await Promise.all(slow)) {
      expect(outcome).toBeInstanceOf(DatabaseError)
      expect((outcome as DatabaseError).code).toMatch(/^(57P01|08007)$/)
    }
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a cancel cannot separate a caller’s role from the statement, because both travel before one Sync', async () => {
    const sync = vi.spyOn(pg.Connection.prototype, 'sync')
    const caller: Caller = { role: 'anon', claims: {} }
    const text = 'select current_user::text as role'
    for (const statement of [{ text: `${text} where $1`, values: [true] }, { text }]) {
      expect(await asCaller(db, caller, 'write', statement)).toEqual([{ role: 'anon' }])
    }
    expect(sync.mock.calls.length).toBe(2)
    vi.restoreAllMocks()
  })

  test('a cancel of the first statement leaves the rest undone', async () => {
    await db.query('create table marks (id int)')
    const cancelled = db.transaction([
      { text: 'select pg_cancel_backend(pg_backend_pid()), pg_sleep($1)', values: [20] },
      { text: 'insert into marks values ($1)', values: [1] },
    ])
    await expect(cancelled).rejects.toMatchObject({ code: '57014' })
    expect(await db.query('select id from marks')).toEqual([])
  })

  test('a time limit set first in a transaction applies to the following statements', async () => {
    const slow = db.transaction([
      { text: `select set_config('statement_timeout', $1, true)`, values: ['100ms'] },
      { text: 'select pg_sleep($1)', values: [20] },
    ])
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect(await db.query('show statement_timeout')).toEqual([{ statement_timeout: '0' }])
  })

  test('a process that was busy for seconds keeps its listening connection', async () => {
    const payloads: string[] = []
    const stop = await db.listen('notes', (payload) => payloads.push(payload))
    // The heartbeat is due after the first second. Its reply arrives, but is not read during the next two.
    setTimeout(() => setImmediate(() => stayBusy(2100)), 1050)
    stayBusy(1100)
    // A lost connection would be open again by then.
    await pause(5000)
    await db.query(`select pg_notify('notes', 'heard')`)
    await vi.waitFor(() => expect(payloads).toEqual(['heard']), 20_000)
    await stop()
  })

  test('listeners are informed of a lost connection and receive notifications again', async () => {
    const payloads: string[] = []
    const stop = await db.listen('notes', (payload) => payloads.push(payload))
    await endAllOthers()
    await vi.waitFor(() => expect(payloads).toEqual(['']), 20_000)
    await db.query(`select pg_notify('notes', 'again')`)
    await vi.waitFor(() => expect(payloads).toEqual(['', 'again']), 20_000)
    await stop()
  })
})

test('a database account with CREATEROLE is sufficient, also since PostgreSQL 16', async () => {
  const { PGlite } = await import('@electric-sql/pglite')
  const db = await PGlite.create()
  await db.exec(`
    create role app createrole;
    grant create on database postgres to app;
    alter schema public owner to app;
    set session authorization app`)
  const platform = readFileSync('server/db/migrate/platform.sql', 'utf8')
  for (let time = 0; time < 2; time++) await db.exec(`begin; ${platform} commit`)
  const { rows } = await db.query('select current_setting($1) as superuser', ['is_superuser'])
  expect(rows).toEqual([{ superuser: 'off' }])
  for (const role of ['anon', 'authenticated', 'service_role']) await db.exec(`set role ${role}; reset role`)
  await db.close()
})

/** Blocks the event loop. */
function stayBusy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
