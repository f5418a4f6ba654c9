import {
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callAuth, sessionOf, signUp } from '../../support/people/account-client.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('invalid tokens on %s', (engine) => {
  let server: TestServer
  let good: string
  let claims: JWTPayload
  let key: { id: string; private: CryptoKey }

  beforeAll(async () => {
    server = await startServer(engine)
    const { access_token, user } = await sessionOf(await signUp(server, 'anna'))
    good = access_token
    claims = {
      sub: user.id,
      role: 'authenticated',
      aud: 'authenticated',
      session_id: crypto.randomUUID(),
      exp: Math.floor(Date.now() / 1000) + 3600,
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

  const REFUSED = { rest: 401, user: 403, change: 403, logout: 403 }

  test.each<[string, () => Promise<string> | string]>([
    ['with another payload', () => tampered(good, (payload) => ({ ...payload, email: 'root@example.org' }))],
    ['with another signature', () => `${good.slice(0, -6)}AAAAAA`],
    ['without a signature', () => `${good.split('.').slice(0, 2).join('.')}.`],
    ['that is expired', () => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })],
    ['that never expires', () => sign({ ...claims, exp: undefined } as unknown as JWTPayload)],
    ['with the algorithm none', () => new UnsecuredJWT(claims).encode()],
    ['signed with a foreign key', async () => sign(claims, (await generateKeyPair('ES256')).privateKey)],
    [
      'signed with a key of an unknown id',
      async () => sign(claims, (await generateKeyPair('ES256')).privateKey, 'x'),
    ],
    ['signed with a secret', () => sharedSecretToken(claims, 'x'.repeat(64))],
    ...PUBLIC_KEY_FORMS.map((form): [string, () => Promise<string>] => [
      `signed with the public key as a secret, in the form ${form.name}`,
      async () => sharedSecretToken(claims, await form(await publicJwk(server)), key.id),
    ]),
    ...['none', 'None', 'nOnE', 'NONE', 'es256', 'ES384', 'ES256K', 'HS256', '', 'null'].map(
      (alg): [string, () => string] => [
        `whose head names the algorithm ${alg}`,
        () => withHead(good, (head) => ({ ...head, alg })),
      ],
    ),
    [
      'whose head names several algorithms',
      () => withHead(good, (head) => ({ ...head, alg: ['ES256', 'none'] })),
    ],
    ['with a critical extension', () => withHead(good, (head) => ({ ...head, crit: ['exp'], exp: 1 }))],
    [
      'whose payload is not encoded',
      () => withHead(good, (head) => ({ ...head, crit: ['b64'], b64: false })),
    ],
    ['that contains a key', () => bringingKey(claims, key.id, 'jwk')],
    ['that contains a key without an id', () => bringingKey(claims, undefined, 'jwk')],
    ['that names the address of its key', () => bringingKey(claims, key.id, 'jku')],
    ['that names the address of its certificate', () => bringingKey(claims, key.id, 'x5u')],
    ['that contains a certificate', () => bringingKey(claims, key.id, 'x5c')],
    ...['../../../dev/null', "' or 1=1 --", '__proto__', '', 'https://evil.example/jwks.json'].map(
      (kid): [string, () => Promise<string>] => [
        `signed by a stranger whose key is called ${JSON.stringify(kid)}`,
        async () => sign(claims, (await generateKeyPair('ES256')).privateKey, kid),
      ],
    ),
    ['with an all-zero signature', () => `${good.slice(0, good.lastIndexOf('.'))}.${'A'.repeat(86)}`],
    ['that is not valid yet', () => sign({ ...claims, nbf: Math.floor(Date.now() / 1000) + 60 })],
    ['that was issued in the future', () => sign({ ...claims, iat: Math.floor(Date.now() / 1000) + 60 })],
    ['whose expiry is a text', () => sign({ ...claims, exp: 'never' as unknown as number })],
    ['for a list of other audiences', () => sign({ ...claims, aud: ['anon', 'service_role'] })],
    ['with the database owner’s role', () => sign({ ...claims, role: 'postgres' })],
    ['with a list of roles', () => sign({ ...claims, role: ['authenticated', 'service_role'] })],
    ['without a subject', () => sign({ ...claims, sub: undefined as unknown as string })],
    ['for a number', () => sign({ ...claims, sub: 1 as unknown as string })],
    ['for an object', () => sign({ ...claims, sub: { id: 1 } as unknown as string })],
    ['with two payloads', () => good.replace('.', `.${good.split('.')[1]}.`)],
    ['that is encrypted', () => `${good}.x.y`],
    ['for another audience', () => sign({ ...claims, aud: 'anon' })],
    ['for no audience', () => sign({ ...claims, aud: undefined } as unknown as JWTPayload)],
    ['with another role', () => sign({ ...claims, role: 'service_role' })],
    ['with no role', () => sign({ ...claims, role: undefined })],
    ['of three arbitrary parts', () => 'a.b.c'],
    ['of one arbitrary word', () => 'Bearer'],
  ])('a token %s is refused by every endpoint', async (_, makeToken) => {
    expect(await statuses(await makeToken())).toEqual(REFUSED)
    const response = await callAuth(server, 'GET', 'user', { token: await makeToken() })
    expect(await response.json()).toMatchObject({
      code: 403,
      error_code: 'bad_jwt',
      msg: expect.stringMatching(/^invalid JWT: /),
    })
  })

  test('a correctly signed token of an ended session is refused', async () => {
    expect(await statuses(await sign(claims))).toEqual({ rest: 401, user: 403, change: 403, logout: 403 })
    expect(await statuses(await sign({ ...claims, session_id: 'x' }))).toEqual(REFUSED)
  })

  test('a token issued a few seconds ahead of the server’s clock is accepted, and one issued further ahead is refused', async () => {
    const ahead = { ...decodeJwt(good), iat: Math.floor(Date.now() / 1000) + 10 }
    const token = await sign(ahead)
    expect((await callAuth(server, 'GET', 'user', { token })).status).toBe(200)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000)
    const response = await callAuth(server, 'GET', 'user', { token })
    vi.restoreAllMocks()
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error_code: 'bad_jwt', msg: expect.stringMatching(/JWT issued at future$/) },
    ])
  })

  test('a valid token works after invalid ones were refused', async () => {
    const response = await callAuth(server, 'GET', 'user', { token: good })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { user_metadata: { username: 'anna' } },
    ])
  })

  test('a request without a token returns 401 and asks the caller to sign in', async () => {
    for (const token of [undefined, server.key]) {
      const response = await callAuth(server, 'GET', 'user', token ? { token } : {})
      expect([response.status, await response.json()]).toEqual([
        401,
        { code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' },
      ])
    }
  })

  test('a wrong or missing API key is refused everywhere except for the published keys, links and health', async () => {
    const withKey = async (path: string, apikey: string | undefined) =>
      (await fetch(`${server.url}/auth/v1/${path}`, apikey ? { headers: { apikey } } : {})).status
    expect(await withKey('settings', undefined)).toBe(401)
    expect(await withKey('settings', `${server.key}x`)).toBe(401)
    expect(await withKey('settings', server.key)).toBe(200)
    expect(await withKey('health', undefined)).toBe(200)
    expect(await withKey('.well-known/jwks.json', undefined)).toBe(200)
  })

  test('a token signed with a newer key is accepted', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const [made] = await server.db.query<{ id: string }>(
      `insert into auth.signing_keys (private_jwk, public_jwk) values ($1::jsonb, $2::jsonb)
       returning key_id::text as id`,
      [JSON.stringify(await exportJWK(privateKey)), JSON.stringify(await exportJWK(publicKey))],
    )
    const token = await sign(decodeJwt(good), privateKey, made?.id)
    const status = async () => (await callAuth(server, 'GET', 'user', { token })).status
    await expect.poll(status).toBe(200)
    expect((await callAuth(server, 'GET', 'user', { token: good })).status).toBe(200)
  })
})

function tampered(token: string, change: (payload: JWTPayload) => JWTPayload): string {
  const [header, payload = '', signature] = token.split('.')
  const changed = change(JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload)
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

/** Signs a token with a shared secret, which deceives verifiers that let the token choose the algorithm. */
function sharedSecretToken(claims: JWTPayload, secret: string, kid?: string): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', ...(kid && { kid }) })
    .sign(new TextEncoder().encode(secret))
}

function withHead(token: string, change: (head: object) => object): string {
  const [head = '', ...rest] = token.split('.')
  const changed = change(JSON.parse(Buffer.from(head, 'base64url').toString()) as object)
  return [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...rest].join('.')
}

/** Signs a token with a new key and names that key in the header. */
async function bringingKey(
  claims: JWTPayload,
  kid: string | undefined,
  how: 'jwk' | 'jku' | 'x5u' | 'x5c',
): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const given = {
    jwk,
    jku: 'https://evil.example/jwks.json',
    x5u: 'https://evil.example/key.pem',
    x5c: [jwk.x ?? ''],
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', ...(kid && { kid }), [how]: given[how] })
    .sign(privateKey)
}

async function publicJwk(server: TestServer): Promise<JWK> {
  const response = await callAuth(server, 'GET', '.well-known/jwks.json')
  const { keys } = (await response.json()) as { keys: [JWK] }
  return keys[0]
}

/** Public values that a naive verifier could use as an HMAC secret. */
const PUBLIC_KEY_FORMS = [
  async function pem(jwk: JWK) {
    return exportSPKI((await importJWK(jwk, 'ES256')) as CryptoKey)
  },
  async function json(jwk: JWK) {
    return JSON.stringify(jwk)
  },
  async function coordinate(jwk: JWK) {
    return jwk.x ?? ''
  },
]
