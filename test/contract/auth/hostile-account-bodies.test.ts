import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAuth, emailOf, PASSWORD, sessionOf, signUp } from '../../support/people/account-client.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const RUNS = 150

const strange = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\u0000', '\ud800', '9'.repeat(400), "'; drop table auth.users; --", '%00', '$1', '💿'),
  fc.constantFrom(
    -0,
    1e308,
    [],
    {},
    null,
    true,
    [[[[]]]],
    { toString: 1 },
    { constructor: { prototype: 1 } },
  ),
)

/** Generates mostly valid fields, because nearly valid requests reach more code. */
const mostly = (...usual: unknown[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...usual), weight: 3 }, { arbitrary: strange, weight: 1 })

const body = fc.record(
  {
    email: mostly(emailOf('anna'), ' Anna@example.org', emailOf('nobody')),
    password: mostly(PASSWORD, 'a wrong one', ''),
    current_password: mostly(PASSWORD, 'a wrong one'),
    refresh_token: strange,
    data: mostly({ username: 'anna' }, { username: 'x' }, { a: null }),
    type: mostly('signup', 'recovery', 'email_change', 'email'),
    token_hash: strange,
    token: strange,
    ['__proto__']: strange,
  },
  { requiredKeys: [] },
)

const endpoint = fc.constantFrom(
  'POST signup',
  'POST token?grant_type=password',
  'POST token?grant_type=refresh_token',
  'PUT user',
  'POST recover',
  'POST resend',
  'POST verify',
  'POST logout?scope=local&scope=others',
)

describe.each(ENGINES)('generated bodies for the account API on %s', (engine) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startServer(engine)
    token = (await sessionOf(await signUp(server, 'anna'))).access_token
  })
  afterAll(() => server.close())

  test('every generated body succeeds or is refused with a message, and the server never fails', async () => {
    await fc.assert(
      fc.asyncProperty(endpoint, fc.oneof(body, strange), async (place, sent) => {
        await server.db.query('delete from auth.rate_limits')
        const [method = '', path = ''] = place.split(' ')
        const response = await callAuth(server, method, path, { body: JSON.stringify(sent) ?? '', token })
        const error = (await response.json()) as object
        expect(response.status).toBeLessThan(500)
        if (response.ok) return
        expect(error).toEqual({
          code: response.status,
          error_code: expect.any(String),
          msg: expect.any(String),
        })
        expect(JSON.stringify(error)).not.toMatch(/select |insert |auth\.|\.ts\b|\bat [A-Z]/)
      }),
      { numRuns: RUNS },
    )
    // The session still works, and no account is an admin.
    expect((await callAuth(server, 'GET', 'user', { token })).status).toBe(200)
    expect(await server.db.query('select from public.user_roles')).toEqual([])
  })
})
