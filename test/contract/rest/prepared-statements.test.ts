import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { asCaller, type Caller } from '../../../server/db/as-caller.ts'
import type { Database, Statement } from '../../../server/db/database.ts'
import { openSite } from '../../../server/site.ts'
import {
  ENGINES,
  newTestDatabase,
  type TestDatabase,
  withoutPooler,
} from '../../support/site/test-database.ts'

const USERS = ['7f2d1c1e-0000-4000-8000-000000000001', '7f2d1c1e-0000-4000-8000-000000000002']
const PERSONS = USERS.map((sub): Caller => ({ role: 'authenticated', claims: { sub } }))
const VISITOR: Caller = { role: 'anon', claims: {} }

describe.each(ENGINES)('prepared statements on %s', (engine) => {
  let database: TestDatabase
  let db: Database

  beforeAll(async () => {
    database = withoutPooler(await newTestDatabase(engine))
    db = await openSite(readConfig(database.env))
    await db.transaction((tx) =>
      tx.script(`
        create table shapes (id int primary key);
        insert into shapes values (1);
        create table secrets (owner uuid, body text);
        insert into secrets values ('${USERS[0]}', 'first'), ('${USERS[1]}', 'second');
        alter table secrets enable row level security;
        create policy own on secrets for select to authenticated using (owner = (select auth.uid()));
        create policy nothing on secrets for select to anon using (body is null);
        grant select on secrets to anon, authenticated;
      `),
    )
  })

  afterAll(async () => {
    await db?.close()
    await database?.remove()
  })

  const again = async (statement: Statement, times = 3) => {
    const run = () => db.transaction([{ ...statement, preparedFor: 'owner' }])
    for (let time = 1; time < times; time++) await run()
    return run()
  }

  /** Returns the prepared statements of the connection used last. */
  const prepared = async (like: string) => {
    const text = 'select count(*)::int as number from pg_prepared_statements where statement like $1'
    return (await db.query<{ number: number }>(text, [like]))[0]?.number
  }

  test('a statement is prepared when it is executed for the second time', async () => {
    await again({ text: 'select 11 as again' }, 1)
    expect(await prepared('select 11%')).toBe(0)
    expect(await again({ text: 'select 11 as again' }, 2)).toEqual([{ again: 11 }])
    expect(await prepared('select 11%')).toBe(1)
  })

  test('a prepared statement applies the row rules of each caller', async () => {
    const statement = { text: 'select body from public.secrets where body <> $1', values: ['none'] }
    for (let turn = 0; turn < 7; turn++) {
      expect(await asCaller(db, PERSONS[0] as Caller, 'read', statement)).toEqual([{ body: 'first' }])
      expect(await asCaller(db, VISITOR, 'read', statement)).toEqual([])
      expect(await asCaller(db, PERSONS[1] as Caller, 'read', statement)).toEqual([{ body: 'second' }])
    }
    await db.query('revoke select on secrets from anon')
    await expect(asCaller(db, VISITOR, 'read', statement)).rejects.toMatchObject({ code: '42501' })
    expect(await asCaller(db, PERSONS[1] as Caller, 'read', statement)).toEqual([{ body: 'second' }])
  })

  test('a prepared statement follows a change of the schema', async () => {
    const text = 'select * from shapes'
    expect(await again({ text })).toEqual([{ id: 1 }])
    await db.query('alter table shapes add column name text')
    expect(await again({ text })).toEqual([{ id: 1, name: null }])
    await db.query('alter table shapes drop column name')
    expect(await again({ text }, 1)).toEqual([{ id: 1 }])
  })

  test('a statement is prepared again after its connection has lost it', async () => {
    const statement = { text: 'select $1::int as number', values: [5] }
    await again(statement)
    await db.query('deallocate all')
    expect(await again(statement)).toEqual([{ number: 5 }])
  })

  test('a write runs once even if its prepared statement is refused first', async () => {
    const insert = (id: number) => ({ text: 'insert into shapes values ($1) returning *', values: [id] })
    for (const id of [2, 3, 4]) await again(insert(id), 1)
    await db.query('alter table shapes add column colour text')
    expect(await again(insert(5), 1)).toEqual([{ id: 5, colour: null }])
    expect(await db.query('select count(*)::int as rows from shapes')).toEqual([{ rows: 5 }])
  })

  test('an error in one execution does not affect the next execution', async () => {
    const half = { text: 'select 12 / $1::int as half' }
    for (let turn = 0; turn < 4; turn++) {
      await expect(again({ ...half, values: [0] }, 1)).rejects.toMatchObject({ code: '22012' })
    }
    expect(await again({ ...half, values: [2] })).toEqual([{ half: 6 }])
    await expect(again({ ...half, values: [0] }, 1)).rejects.toMatchObject({ code: '22012' })
    expect(await again({ ...half, values: [3] }, 1)).toEqual([{ half: 4 }])
  })

  test('a connection keeps at most 100 prepared statements and drops the least recently used', async () => {
    for (let number = 0; number < 130; number++) await again({ text: `select ${number} as kept` }, 2)
    await again({ text: 'select 1 as kept' })
    expect(await prepared('%')).toBeLessThanOrEqual(100)
    expect(await prepared('%as kept')).toBeGreaterThan(50)
    expect(await again({ text: 'select 0 as kept' })).toEqual([{ kept: 0 }])
  })
})
