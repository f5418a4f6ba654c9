import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../../server/admin/commands.ts'
import { prune } from '../../../server/auth/users/pruning.ts'
import { sessionOf, signIn, signUp } from '../../support/people/account-client.ts'
import { startServerOn, type TestServer } from '../../support/site/server.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

describe.each(ENGINES)('a new signing key on %s', (engine) => {
  let database: TestDatabase
  // On PostgreSQL a site can have several processes; the embedded engine allows one.
  let servers: TestServer[]
  const last = () => servers.at(-1) as TestServer
  const first = () => servers[0] as TestServer

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    servers = [await startServerOn(database)]
    if (engine === 'postgres') servers.push(await startServerOn(database))
  })
  afterAll(async () => {
    for (const server of servers ?? []) await server.close()
    await database?.remove()
  })

  const rotate = () => runCommand(first().db, { name: 'rotate-keys' }, () => {})
  const publishedBy = async ({ url }: TestServer) => {
    const response = await fetch(`${url}/auth/v1/.well-known/jwks.json`)
    return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  }
  const keyOf = (token: string) => decodeProtectedHeader(token).kid

  test('a new key signs at once in every process, and existing sessions continue', async () => {
    const olga = await signUp(last(), 'olga')
    const { access_token: before } = await sessionOf(olga)
    expect((await rotate()).sentence).toMatch(
      /^A new key signs from now on; the old one is deleted in 2 hours/,
    )
    for (const server of servers) {
      await vi.waitFor(async () => expect(await publishedBy(server)).toHaveLength(2), { timeout: 30_000 })
      const { access_token: now } = await sessionOf(await signIn(server, 'olga'))
      expect([keyOf(now), keyOf(before)]).toEqual(await publishedBy(server))
      const keys = createRemoteJWKSet(new URL(`${server.url}/auth/v1/.well-known/jwks.json`))
      for (const token of [before, now]) await jwtVerify(token, keys, { audience: 'authenticated' })
      const asBefore = await fetch(`${server.url}/auth/v1/user`, {
        headers: { apikey: server.key, authorization: `Bearer ${before}` },
      })
      expect(asBefore.status).toBe(200)
    }
    expect((await olga.auth.refreshSession()).error).toBeNull()
    expect(keyOf((await sessionOf(olga)).access_token)).not.toBe(keyOf(before))
  })

  test('the old key is removed only after everything that it signed has expired', async () => {
    await rotate()
    await vi.waitFor(async () => expect(await publishedBy(first())).toHaveLength(3), { timeout: 30_000 })
    const all = await publishedBy(first())
    const age = (key: number, time: string) =>
      first().db.query(
        `update auth.signing_keys set created_at = now() - $1::interval where key_id = $2::uuid`,
        [time, all[key] ?? ''],
      )
    await age(0, '110 minutes')
    await age(1, '119 minutes')
    await age(2, '400 days')
    await prune(first().db)
    await expect(keyIds()).resolves.toEqual(all)
    await age(1, '121 minutes')
    await prune(first().db)
    await expect(keyIds()).resolves.toEqual(all.slice(0, 2))
    await age(1, '130 minutes')
    await age(0, '121 minutes')
    await prune(first().db)
    await expect(keyIds()).resolves.toEqual(all.slice(0, 1))
    // The newest key signs, however old it is.
    await age(0, '400 days')
    await prune(first().db)
    await expect(keyIds()).resolves.toEqual(all.slice(0, 1))

    const token = async () => (await sessionOf(await signIn(first(), 'olga'))).access_token
    await rotate()
    await vi.waitFor(async () => expect(await publishedBy(first())).toHaveLength(2), { timeout: 30_000 })
    expect(keyOf(await token())).not.toBe(all[0])
  })

  async function keyIds() {
    const rows = await first().db.query<{ key_id: string }>(
      'select key_id::text from auth.signing_keys order by created_at desc',
    )
    return rows.map(({ key_id }) => key_id)
  }

  test('a key rotation does not change the public API key', async () => {
    const config = await fetch(`${first().url}/config.json`)
    expect(await config.json()).toMatchObject({ supabaseKey: first().key })
  })
})
