import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prune } from '../../../server/auth/users/pruning.ts'
import type { Database } from '../../../server/db/database.ts'
import {
  callAuth,
  emailOf,
  newBrowser,
  PASSWORD,
  sessionOf,
  signIn,
  signUp,
} from '../../support/people/account-client.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('pruning on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
    await signUp(server, 'anna')
  })
  afterAll(() => server.close())

  const count = async (table: string) => (await server.db.query(`select from auth.${table}`)).length

  test('expired counters, known networks, sessions, tokens and links are deleted', async () => {
    const [old, recent] = [await signIn(server, 'anna'), await signIn(server, 'anna')]
    const oldSession = await sessionOf(old)
    await recent.auth.refreshSession()
    await callAuth(server, 'POST', 'token?grant_type=password', {
      body: { email: emailOf('anna'), password: 'wrong' },
    })
    await server.db.query(
      `insert into auth.one_time_tokens (user_id, purpose, token_hash, email, expires_at)
       select id, purpose, purpose, email, now() + age from auth.users,
         (values ('recovery', interval '-1 second'), ('signup', interval '1 hour')) as links (purpose, age)`,
    )
    const tables = ['sessions', 'refresh_tokens', 'rate_limits', 'known_networks']
    const before = await Promise.all(tables.map(count))
    expect(before).toEqual([3, 4, 3, 1])

    await prune(server.db)
    expect(await Promise.all(tables.map(count))).toEqual(before)
    expect(await server.db.query('select purpose from auth.one_time_tokens')).toEqual([{ purpose: 'signup' }])

    await server.db.query(
      `update auth.sessions set refreshed_at = now() - interval '181 days'
       where id = (select session_id from auth.refresh_tokens order by created_at offset 1 limit 1)`,
    )
    await server.db.query(`update auth.refresh_tokens set used_at = now() - interval '31 days'
      where used_at is not null`)
    await server.db.query(
      `update auth.rate_limits set resets_at = now() + case when key = (select min(key) from auth.rate_limits)
         then interval '1 year' else interval '-1 second' end`,
    )
    await server.db.query(`update auth.known_networks set signed_in_at = now() - interval '91 days'`)
    await prune(server.db)
    expect(await Promise.all(tables.map(count))).toEqual([2, 2, 0, 0])
    expect((await callAuth(server, 'GET', 'user', { token: oldSession.access_token })).status).toBe(403)
    expect((await recent.auth.refreshSession()).error).toBeNull()
    expect(await signIn(server, 'anna', PASSWORD)).toBeDefined()
  })

  test('once it is stopped, it sends no further statement, because the connections may be closed', async () => {
    const stopping = new AbortController()
    const sent: unknown[] = []
    const db: Database = {
      ...server.db,
      query: (...statement: Parameters<Database['query']>) => {
        sent.push(statement)
        stopping.abort()
        return server.db.query(...statement)
      },
      transaction: () => expect.unreachable(),
    }
    await prune(db, stopping.signal)
    expect(sent).toHaveLength(1)
  })

  test('a session is deleted a year after it began, however recently it was used', async () => {
    const browser = await signIn(server, 'anna')
    await server.db.query(
      `update auth.sessions set created_at = now() - interval '366 days', refreshed_at = now()`,
    )
    await prune(server.db)
    expect(await count('sessions')).toBe(0)
    expect((await browser.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  })

  test('an account that is unconfirmed after a week is deleted, and its username becomes available', async () => {
    await server.db.query(
      `insert into auth.users (email, encrypted_password, raw_user_meta_data, created_at, email_confirmed_at)
       select name || '@example.org', '-', jsonb_build_object('username', name), now() - age, confirmed
       from (values
         ('forgotten', interval '7 days 1 minute', null::timestamptz),
         ('waiting', interval '6 days 23 hours', null),
         ('confirmed', interval '8 days', now())
       ) as people (name, age, confirmed)`,
    )
    await prune(server.db)
    expect(await server.db.query('select username from public.profiles order by 1')).toEqual(
      ['anna', 'confirmed', 'waiting'].map((username) => ({ username })),
    )
    const { error } = await newBrowser(server).auth.signUp({
      email: 'somebody@example.org',
      password: PASSWORD,
      options: { data: { username: 'forgotten' } },
    })
    expect(error).toBeNull()
  })
})
