import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAuth, PASSWORD, sessionOf, signIn, signUp } from '../../support/people/account-client.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const NAMES = ['anna', 'ben', 'cleo', 'dora', 'emil']

describe.each(ENGINES)('ended sessions on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
    for (const name of NAMES) await signUp(server, name)
  })
  afterAll(() => server.close())

  async function rest(token: string, method: string, path: string, body?: object) {
    const headers = { apikey: server.key, authorization: `Bearer ${token}` }
    const response = await fetch(`${server.url}/rest/v1/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { code } = (await response.json().catch(() => ({}))) as { code?: string }
    return [response.status, code]
  }

  const tokenOf = async (name: string) => (await sessionOf(await signIn(server, name))).access_token

  test.each<[string, string, (token: string) => Promise<unknown>]>([
    ['by signing out', 'anna', (token) => callAuth(server, 'POST', 'logout?scope=local', { token })],
    [
      'by a global sign-out on another device',
      'ben',
      async () => callAuth(server, 'POST', 'logout?scope=global', { token: await tokenOf('ben') }),
    ],
    [
      'by a password change on another device',
      'cleo',
      async () => {
        const body = { password: `${PASSWORD}!`, current_password: PASSWORD }
        return callAuth(server, 'PUT', 'user', { token: await tokenOf('cleo'), body })
      },
    ],
    [
      'by deleting its account',
      'dora',
      (token) => rest(token, 'POST', 'rpc/delete_account', { username: 'dora' }),
    ],
    [
      'by the operator',
      'emil',
      () =>
        server.db.query(
          `delete from auth.sessions where user_id = (select id from public.profiles where username = 'emil')`,
        ),
    ],
  ])('the access token of a session that was ended %s reads and writes nothing', async (_, name, end) => {
    const token = await tokenOf(name)
    expect(await rest(token, 'GET', 'user_roles')).toEqual([200, undefined])
    expect(await rest(token, 'POST', 'user_wishlist', { film_id: 1 })).toEqual([201, undefined])
    await end(token)
    const refused = [401, 'PGRST301']
    expect(await rest(token, 'GET', 'user_roles')).toEqual(refused)
    expect(await rest(token, 'GET', 'films?limit=1')).toEqual(refused)
    expect(await rest(token, 'POST', 'user_watched', { film_id: 1 })).toEqual(refused)
    expect(await rest(token, 'DELETE', 'user_wishlist?film_id=eq.1')).toEqual(refused)
    expect(await rest(token, 'POST', 'rpc/delete_account', { username: name })).toEqual(refused)
    expect((await callAuth(server, 'GET', 'user', { token })).status).toBe(403)
    expect(await server.db.query('select from public.user_watched')).toEqual([])
  })
})
