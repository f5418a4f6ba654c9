import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAuth, sessionOf, signUp } from './account-client.ts'
import { ENGINES } from './place.ts'
import { startServer, type TestServer } from './server.ts'

describe.each(ENGINES)('a token that is not good, on %s', (engine) => {
  let server: TestServer
  let good: string
  let claims: JWTPayload
  let key: { id: string; private: CryptoKey }

  beforeAll(async () => {
    server = await startServer(engine)
    const { access_token, user } = await sessionOf(await signUp(server, 'anna'))
    good = access_token
    claims = {
      ...{ sub: user.id, role: 'authenticated', aud: 'authenticated' },
      ...{ session_id: crypto.randomUUID(), exp: Math.floor(Date.now() / 1000) + 3600 },
    }
    const [row] = await server.db.query<{ id: string; jwk: string }>(
      'select key_id::text as id, private_jwk::text as jwk from auth.signing_keys',
    )
    const imported = await importJWK(JSON.parse(row?.jwk ?? ''), 'ES256')
    key = { id: row?.id ?? '', private: imported as CryptoKey }
  })
  afterAll(() => server.close())

  const sign = (payload: JWTPayload, privateKey = key.private, kid = key.id) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)

  const statuses = async (token: string) => {
    const headers = { apikey: server.key, authorization: `Bearer ${token}` }
    const [rest, user, change, logout] = await Promise.all([
      fetch(`${server.url}/rest/v1/films?limit=1`, { headers }),
      callAuth(server, 'GET', 'user', { token }),
      callAuth(server, 'PUT', 'user', { token, body: { data: { hacked: true } } }),
      callAuth(server, 'POST', 'logout', { token }),
    ])
    return { rest: rest.status, user: user.status, change: change.status, logout: logout.status }
  }

  const REFUSED = { rest: 401, user: 401, change: 401, logout: 401 }

  test.each<[string, () => Promise<string> | string]>([
    ['with another payload', () => tampered(good, (payload) => ({ ...payload, email: 'root@example.org' }))],
    ['with another signature', () => `${good.slice(0, -6)}AAAAAA`],
    ['without a signature', () => `${good.split('.').slice(0, 2).join('.')}.`],
    ['that is expired', () => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })],
    ['that never expires', () => sign({ ...claims, exp: undefined } as unknown as JWTPayload)],
    ['with the algorithm none', () => new UnsecuredJWT(claims).encode()],
    ['signed by a stranger', async () => sign(claims, (await generateKeyPair('ES256')).privateKey)],
    [
      'signed by a key that nobody knows',
      async () => sign(claims, (await generateKeyPair('ES256')).privateKey, 'x'),
    ],
    ['signed with the public key as a secret', async () => sharedSecretToken(claims)],
    ['for another audience', () => sign({ ...claims, aud: 'anon' })],
    ['for no audience', () => sign({ ...claims, aud: undefined } as unknown as JWTPayload)],
    ['with another role', () => sign({ ...claims, role: 'service_role' })],
    ['with no role', () => sign({ ...claims, role: undefined })],
    ['that is none', () => 'a.b.c'],
    ['that is nothing of the kind', () => 'Bearer'],
  ])('%s is answered with 401 everywhere', async (_, makeToken) => {
    expect(await statuses(await makeToken())).toEqual(REFUSED)
    const answer = await callAuth(server, 'GET', 'user', { token: await makeToken() })
    expect(await answer.json()).toMatchObject({ code: 401, error_code: 'bad_jwt', msg: expect.any(String) })
  })

  test('but signed as it should be for a session that is over is as little worth', async () => {
    expect(await statuses(await sign(claims))).toEqual({ rest: 401, user: 403, change: 403, logout: 403 })
    expect(await statuses(await sign({ ...claims, session_id: 'x' }))).toEqual(REFUSED)
  })

  test('leaves the good one good', async () => {
    const answer = await callAuth(server, 'GET', 'user', { token: good })
    expect([answer.status, await answer.json()]).toMatchObject([200, { user_metadata: { username: 'anna' } }])
  })

  test('is missing: 401 asks to sign in', async () => {
    for (const token of [undefined, server.key]) {
      const answer = await callAuth(server, 'GET', 'user', token ? { token } : {})
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { code: 401, error_code: 'no_authorization', msg: 'Please sign in.' },
      ])
    }
  })

  test('nor is a wrong or missing key taken, but for the published keys, links and health', async () => {
    const withKey = async (path: string, apikey: string | undefined) =>
      (await fetch(`${server.url}/auth/v1/${path}`, apikey ? { headers: { apikey } } : {})).status
    expect(await withKey('settings', undefined)).toBe(401)
    expect(await withKey('settings', `${server.key}x`)).toBe(401)
    expect(await withKey('settings', server.key)).toBe(200)
    expect(await withKey('health', undefined)).toBe(200)
    expect(await withKey('.well-known/jwks.json', undefined)).toBe(200)
  })

  test('of a key that was made since is taken', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const [made] = await server.db.query<{ id: string }>(
      `insert into auth.signing_keys (private_jwk, public_jwk) values ($1::jsonb, $2::jsonb)
       returning key_id::text as id`,
      [JSON.stringify(await exportJWK(privateKey)), JSON.stringify(await exportJWK(publicKey))],
    )
    const token = await sign(decodeJwt(good), privateKey, made?.id)
    const status = async () => (await callAuth(server, 'GET', 'user', { token })).status
    await expect.poll(status, { timeout: 8000 }).toBe(200)
    expect((await callAuth(server, 'GET', 'user', { token: good })).status).toBe(200)
  })
})

function tampered(token: string, change: (payload: JWTPayload) => JWTPayload): string {
  const [header, payload = '', signature] = token.split('.')
  const changed = change(JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload)
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

/** What fooled verifiers that let the token choose the algorithm. */
function sharedSecretToken(claims: JWTPayload): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('x'.repeat(64)))
}
