import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callAuth, emailOf, PASSWORD, sessionOf, signUp } from '../../support/people/account-client.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe.each(ENGINES)('bad input to accounts on %s', (engine) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startServer(engine)
    token = (await sessionOf(await signUp(server, 'anna'))).access_token
    await server.db.query('delete from auth.rate_limits')
  })
  afterAll(() => server.close())

  afterEach(async () => {
    expect(await server.db.query('select email, raw_user_meta_data as data from auth.users')).toEqual([
      { email: 'anna@example.org', data: { username: 'anna' } },
    ])
    expect(await server.db.query('select username from public.profiles')).toEqual([{ username: 'anna' }])
  })

  async function refusal(pending: Promise<Response>) {
    const { status, headers, ...response } = await pending.then(async (each) => ({
      status: each.status,
      headers: each.headers,
      body: (await each.json()) as { code: number; error_code: string; msg: string },
    }))
    expect(response.body).toEqual({ code: status, error_code: expect.any(String), msg: expect.any(String) })
    expect(response.body.msg).toMatch(/^[A-Z].* .*[\w.]$/)
    expect(headers.get('cache-control')).toBe('no-store')
    return [status, response.body.error_code]
  }

  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  test.each<[string, unknown, number, string]>([
    ['no body', undefined, 400, 'validation_failed'],
    ['an empty body', '', 400, 'validation_failed'],
    ['an incomplete body', '{"email":', 400, 'bad_json'],
    ['a list', [], 400, 'validation_failed'],
    ['null', 'null', 400, 'validation_failed'],
    ['a number', '1e999', 400, 'validation_failed'],
    ['no email address', { password: PASSWORD }, 422, 'anonymous_provider_disabled'],
    ['an empty email address', { email: '', password: PASSWORD }, 422, 'anonymous_provider_disabled'],
    ['a telephone number', { phone: '4912345', password: PASSWORD }, 400, 'phone_provider_disabled'],
    ['an invalid email address', { email: 'anna@', password: PASSWORD }, 400, 'validation_failed'],
    ['a list of email addresses', { email: ['a@b.de'], password: PASSWORD }, 400, 'validation_failed'],
    [
      'an email address with a header line',
      { email: 'a@b.de\r\nBcc: c@d.de', password: PASSWORD },
      400,
      'validation_failed',
    ],
    ['a long one', { email: `${'a'.repeat(250)}@b.de`, password: PASSWORD }, 400, 'validation_failed'],
    ['no password', { email: emailOf('new') }, 400, 'validation_failed'],
    ['a number as the password', { email: emailOf('new'), password: 12345678 }, 400, 'validation_failed'],
    ['a short password', { email: emailOf('new'), password: '1234567' }, 422, 'weak_password'],
    [
      'a short password of wide characters',
      { email: emailOf('new'), password: '💿💿💿💿' },
      422,
      'weak_password',
    ],
    ['a long one', { email: emailOf('new'), password: 'x'.repeat(201) }, 422, 'weak_password'],
    [
      'data that is a list',
      { email: emailOf('new'), password: PASSWORD, data: [] },
      400,
      'validation_failed',
    ],
    ['data that is text', { email: emailOf('new'), password: PASSWORD, data: 'x' }, 400, 'validation_failed'],
    [
      'much data',
      { email: emailOf('new'), password: PASSWORD, data: { x: 'x'.repeat(5000) } },
      400,
      'validation_failed',
    ],
    [
      'data with a null character',
      { email: emailOf('new'), password: PASSWORD, data: { x: '\u0000' } },
      400,
      'validation_failed',
    ],
    [
      'data with half a surrogate pair',
      `{"email":"new@example.org","password":"${PASSWORD}","data":{"x":"\\ud800"}}`,
      400,
      'validation_failed',
    ],
    [
      'a username that is a number',
      { email: emailOf('new'), password: PASSWORD, data: { username: 12345 } },
      422,
      'validation_failed',
    ],
    [
      'a username with a null character',
      { email: emailOf('new'), password: PASSWORD, data: { username: 'ab\u0000c' } },
      400,
      'validation_failed',
    ],
    [
      'a username that is SQL',
      { email: emailOf('new'), password: PASSWORD, data: { username: "x'; drop table auth.users; --" } },
      422,
      'validation_failed',
    ],
    [
      'deep data',
      `{"email":"new@example.org","password":"${PASSWORD}","data":${deep(9000)}}`,
      400,
      'validation_failed',
    ],
    ['a deep body', deep(10_000), 422, 'anonymous_provider_disabled'],
    ['a huge body', { email: emailOf('new'), password: 'x'.repeat(70_000) }, 413, 'validation_failed'],
  ])('a sign-up with %s is refused', async (_, body, status, code) => {
    expect(await refusal(callAuth(server, 'POST', 'signup', { body }))).toEqual([status, code])
  })

  test.each<[string, string, Record<string, string>, number]>([
    ['a form', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415],
    ['of an unknown type', '{}', { 'content-type': 'nonsense' }, 415],
    ['in another encoding', '{}', { ...JSON_TYPE, 'content-type': 'application/xml;charset=utf-16' }, 415],
  ])('a body that is %s is refused', async (_, body, headers, status) => {
    for (const [method, path] of [
      ['POST', 'signup'],
      ['POST', 'token?grant_type=password'],
      ['PUT', 'user'],
    ] as const) {
      expect((await refusal(callAuth(server, method, path, { body, headers, token })))[0]).toBe(status)
    }
  })

  test.each(['foo', 'gzip'])(
    'a body that is not encoded as its Content-Encoding %s is refused',
    async (encoding) => {
      const response = await callAuth(server, 'POST', 'signup', {
        body: '{}',
        headers: { 'content-encoding': encoding },
      })
      expect(await response.clone().json()).toMatchObject({ msg: expect.stringMatching(/encoding/) })
      expect(await refusal(Promise.resolve(response))).toEqual([
        encoding === 'foo' ? 415 : 400,
        'validation_failed',
      ])
    },
  )

  test('an Authorization header without an access token signs nobody in', async () => {
    for (const authorization of [
      'Basic YTpi',
      token,
      `Bearer ${token} ${token}`,
      'Bearer',
      `Token ${token}`,
    ]) {
      const headers = { apikey: server.key, authorization }
      expect(await refusal(callAuth(server, 'GET', 'user', { headers }))).toEqual([401, 'no_authorization'])
      const films = await fetch(`${server.url}/rest/v1/films?limit=1`, { headers })
      expect([films.status, await films.json()]).toMatchObject([401, { code: 'PGRST301' }])
    }
    for (const authorization of ['', `Bearer ${server.key}`, `bearer ${server.key}`]) {
      const headers = { apikey: server.key, authorization }
      expect((await fetch(`${server.url}/rest/v1/films?limit=1`, { headers })).status).toBe(200)
      expect(await refusal(callAuth(server, 'GET', 'user', { headers }))).toEqual([401, 'no_authorization'])
    }
  })

  test.each<[string, string, unknown, number, string]>([
    ['POST', 'token', { email: emailOf('anna'), password: PASSWORD }, 400, 'validation_failed'],
    ['POST', 'token?grant_type=magic', {}, 400, 'validation_failed'],
    ['POST', 'token?grant_type=constructor', {}, 400, 'validation_failed'],
    ['POST', 'token?grant_type=password&grant_type=password', {}, 400, 'validation_failed'],
    ['POST', 'token?grant_type=refresh_token', { refresh_token: 1 }, 400, 'validation_failed'],
    ['POST', 'token?grant_type=password', { email: emailOf('anna'), password: {} }, 400, 'validation_failed'],
    ['POST', 'logout?scope=everywhere', undefined, 400, 'validation_failed'],
    ['PUT', 'user', { data: { x: '\u0000' } }, 400, 'validation_failed'],
    ['PUT', 'user', { data: 1 }, 400, 'validation_failed'],
    ['PUT', 'user', { password: [] }, 400, 'validation_failed'],
    ['POST', 'verify', { type: 'signup', token_hash: 'x' }, 403, 'otp_expired'],
    ['POST', 'verify', { type: 'signup' }, 403, 'otp_expired'],
    ['POST', 'verify', { type: 'sms', token: '1', phone: '1' }, 400, 'validation_failed'],
    ['POST', 'verify', { type: 'signup', token_hash: '\u0000' }, 403, 'otp_expired'],
    ['PUT', 'signup', {}, 405, 'method_not_allowed'],
    ['GET', 'token', undefined, 405, 'method_not_allowed'],
    ['DELETE', 'user', undefined, 405, 'method_not_allowed'],
    ['POST', 'otp', {}, 404, 'not_found'],
    ['GET', 'admin/users', undefined, 404, 'not_found'],
  ])('%s %s with %j is refused', async (method, path, body, status, code) => {
    expect(await refusal(callAuth(server, method, path, { body, token }))).toEqual([status, code])
  })

  test('unknown fields change nothing', async () => {
    const response = await callAuth(server, 'PUT', 'user', {
      token,
      body: {
        id: crypto.randomUUID(),
        user_id: crypto.randomUUID(),
        role: 'service_role',
        aud: 'x',
        app_metadata: { role: 'admin' },
        raw_app_meta_data: {},
        email_confirmed_at: null,
        phone: '1',
      },
    })
    expect(await response.json()).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
  })

  test('an account link redirects only to this site', async () => {
    for (const target of [
      'https://evil.example/x',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const response = await callAuth(
        server,
        'GET',
        `verify?type=signup&token=x&redirect_to=${encodeURIComponent(target)}`,
      )
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toMatch(/^\/#error=access_denied&error_code=otp_expired&/)
    }
    const without = await callAuth(server, 'GET', 'verify')
    expect(without.headers.get('location')).toMatch(/^\/#error=access_denied&error_code=validation_failed&/)
  })
})
