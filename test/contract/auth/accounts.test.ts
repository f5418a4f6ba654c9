import type { AuthChangeEvent, SupabaseClient } from '@supabase/supabase-js'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const NEW_PASSWORD = 'a different one, as safe'

describe.each(ENGINES)('accounts on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(() => server.close())

  const isSignedOut = async (browser: SupabaseClient) => {
    const { data, error } = await browser.auth.getUser()
    return data.user === null && error?.name === 'AuthSessionMissingError'
  }

  describe('signing up', () => {
    const people = async () =>
      (await server.db.query('select username from public.profiles order by 1')).map((row) => row.username)

    test('a sign-up creates an account with a profile and begins a session', async () => {
      const { data, error } = await newBrowser(server).auth.signUp({
        email: ' Anna@Example.ORG ',
        password: PASSWORD,
        options: { data: { username: 'Anna', favourite: 'Ōzu' } },
      })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({
        aud: 'authenticated',
        role: 'authenticated',
        email: 'anna@example.org',
        phone: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { username: 'anna', favourite: 'Ōzu' },
        identities: [{ provider: 'email', identity_data: { email: 'anna@example.org' } }],
      })
      expect(Date.parse(data.user?.email_confirmed_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
      expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: data.user })
      expect(await people()).toEqual(['anna'])
    })

    test('an access token states the person and its lifetime, and the published keys verify it', async () => {
      const browser = await signIn(server, 'anna')
      const { access_token, user } = await sessionOf(browser)
      const keys = createRemoteJWKSet(new URL(`${server.url}/auth/v1/.well-known/jwks.json`))
      const { payload, protectedHeader } = await jwtVerify(access_token, keys, { audience: 'authenticated' })
      expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) })
      expect(payload).toEqual({
        sub: user.id,
        aud: 'authenticated',
        role: 'authenticated',
        email: 'anna@example.org',
        phone: '',
        aal: 'aal1',
        is_anonymous: false,
        iss: expect.stringMatching(/\/auth\/v1$/),
        amr: [{ method: 'password', timestamp: expect.any(Number) }],
        session_id: expect.any(String),
        iat: expect.any(Number),
        exp: (payload.iat ?? 0) + 3600,
        app_metadata: user.app_metadata,
        user_metadata: user.user_metadata,
      })
      expect((await browser.auth.getClaims()).data?.claims.sub).toBe(user.id)
    })

    test('the published keys and the pages’ settings contain no private key', async () => {
      expect(JSON.stringify(await server.db.query('select private_jwk from auth.signing_keys'))).toContain(
        '"d":',
      )
      const published = await (await callAuth(server, 'GET', '.well-known/jwks.json')).json()
      expect(published).toEqual({
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            alg: 'ES256',
            use: 'sig',
            kid: expect.any(String),
            x: expect.any(String),
            y: expect.any(String),
          },
        ],
      })
      const config = await (await fetch(`${server.url}/config.json`)).json()
      expect(Object.keys(config as object)).toEqual(['supabaseUrl', 'supabaseKey'])
    })

    test.each([
      ['in another case', 'ANNA', 409, 'conflict', 'The username anna is taken. Please choose another.'],
      ['as it is', 'anna', 409, 'conflict', 'The username anna is taken. Please choose another.'],
      [
        'that is reserved',
        'Admin',
        422,
        'validation_failed',
        'The username admin is reserved. Please choose another.',
      ],
      [
        'that is too short',
        'ab',
        422,
        'validation_failed',
        'A username has 3 to 30 characters: a–z, 0–9, _ or -.',
      ],
      [
        'with other signs',
        'änna b',
        422,
        'validation_failed',
        'A username has 3 to 30 characters: a–z, 0–9, _ or -.',
      ],
    ])(
      'a sign-up with a username %s is refused and leaves nothing behind',
      async (_, username, status, code, message) => {
        const before = await people()
        const { data, error } = await newBrowser(server).auth.signUp({
          email: 'somebody@example.org',
          password: PASSWORD,
          options: { data: { username } },
        })
        expect(data.user).toBeNull()
        expect(error).toMatchObject({ status, code, message })
        expect(await people()).toEqual(before)
        expect(
          await server.db.query(`select id from auth.users where email = 'somebody@example.org'`),
        ).toEqual([])
      },
    )

    test('one of two simultaneous sign-ups with the same username succeeds', async () => {
      const both = await Promise.all(
        ['one@example.org', 'two@example.org'].map((email) =>
          newBrowser(server).auth.signUp({
            email,
            password: PASSWORD,
            options: { data: { username: 'twin' } },
          }),
        ),
      )
      expect(both.map(({ error }) => error?.code ?? 'made').sort()).toEqual(['conflict', 'made'])
      const made = await server.db.query(`select id from auth.users where email like '%@example.org'
        and email in ('one@example.org', 'two@example.org')`)
      expect(made).toHaveLength(1)
    })

    test('a sign-up without a username gets a generated one', async () => {
      for (const data of [{ username: ' ' }, {}]) {
        const email = `${crypto.randomUUID()}@example.org`
        const { error } = await newBrowser(server).auth.signUp({
          email,
          password: PASSWORD,
          options: { data },
        })
        expect(error).toBeNull()
      }
      expect((await people()).filter((name) => /^user_\d{13}$/.test(String(name)))).toHaveLength(2)
    })

    test('a sign-up with a registered address in any case is refused with a message', async () => {
      const { error } = await newBrowser(server).auth.signUp({
        email: 'ANNA@example.org',
        password: PASSWORD,
      })
      expect(error).toMatchObject({ status: 422, code: 'user_already_exists' })
    })

    test('a sign-up ignores roles and ids in the body', async () => {
      const claims = { role: 'service_role', is_admin: true, app_metadata: { role: 'admin' } }
      const response = await callAuth(server, 'POST', 'signup', {
        body: {
          ...claims,
          id: crypto.randomUUID(),
          email_confirmed_at: null,
          aud: 'admin',
          email: emailOf('mallory'),
          password: PASSWORD,
          data: { ...claims, username: 'mallory' },
        },
      })
      const { access_token } = (await response.json()) as { access_token: string }
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(decodeJwt(access_token)).toMatchObject({
        role: 'authenticated',
        aud: 'authenticated',
        app_metadata: { provider: 'email', providers: ['email'] },
      })
      const browser = await signIn(server, 'mallory')
      expect((await browser.auth.updateUser({ data: claims })).error).toBeNull()
      await browser.auth.refreshSession()
      expect(decodeJwt((await sessionOf(browser)).access_token)).toMatchObject({ role: 'authenticated' })
      const { error } = await browser.from('films').insert({ spine: 9999, title: 'x', director: 'x' })
      expect(error?.code).toBe('42501')
      expect(await server.db.query(`select from public.user_roles`)).toEqual([])
    })
  })

  describe('signing in', () => {
    test('a person signs in with the address in any case', async () => {
      const { data } = await newBrowser(server).auth.signInWithPassword({
        email: 'ANNA@EXAMPLE.org',
        password: PASSWORD,
      })
      expect(data.user?.email).toBe('anna@example.org')
    })

    test('a wrong password and an unknown address return the same message', async () => {
      const refusals = await Promise.all(
        ['anna', 'nobody'].map(async (name) => {
          const response = await callAuth(server, 'POST', 'token?grant_type=password', {
            body: { email: emailOf(name), password: 'not the password' },
          })
          return { status: response.status, body: await response.json() }
        }),
      )
      expect(refusals[0]).toEqual({
        status: 400,
        body: {
          code: 400,
          error_code: 'invalid_credentials',
          msg: 'Invalid login credentials',
        },
      })
      expect(refusals[1]).toEqual(refusals[0])
    })

    test('an unknown address and a wrong password are refused with the same computation', async () => {
      const times: Record<string, number[]> = { anna: [], nobody: [] }
      for (let round = 0; round < 12; round++) {
        for (const [name, list] of Object.entries(times)) {
          // The CPU time, because other load on the machine changes how long a response takes.
          const start = process.cpuUsage()
          await callAuth(server, 'POST', 'token?grant_type=password', {
            body: { email: emailOf(name), password: 'not the password' },
          })
          const { user, system } = process.cpuUsage(start)
          list.push(user + system)
          await server.db.query('delete from auth.rate_limits')
        }
      }
      // The shortest times, because other work of this process only adds to a time.
      const ratio = Math.min(...(times.nobody ?? [])) / Math.min(...(times.anna ?? []))
      // Without the hash computation, an unknown address is refused with a tenth of the computation.
      expect(ratio).toBeGreaterThan(0.5)
      expect(ratio).toBeLessThan(2)
    })

    test('an account with an invalid password hash cannot sign in', async () => {
      await server.db.query(
        `insert into auth.users (email, encrypted_password) values ('made-by-hand@example.org', '-')`,
      )
      for (const password of ['-', '', PASSWORD]) {
        const { error } = await newBrowser(server).auth.signInWithPassword({
          email: 'made-by-hand@example.org',
          password,
        })
        expect(error).toMatchObject(password ? { status: 400, code: 'invalid_credentials' } : { status: 400 })
      }
    })

    test('passwords are stored as argon2id hashes with OWASP’s cost, and tokens as hashes', async () => {
      const { refresh_token } = await sessionOf(await signIn(server, 'anna'))
      const [row] = await server.db.query(
        `select encrypted_password as hash from auth.users where email = 'anna@example.org'`,
      )
      expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(Buffer.from(refresh_token, 'base64url').length).toBeGreaterThanOrEqual(32)
      const stored = await server.db.query<{ token_hash: string }>(
        'select token_hash from auth.refresh_tokens',
      )
      expect(stored.map(({ token_hash }) => token_hash)).not.toContain(refresh_token)
    })
  })

  describe('a browser', () => {
    test('the client reports sign-in, refresh and sign-out events and passes each token to its realtime connection', async () => {
      const browser = newBrowser(server)
      const events: AuthChangeEvent[] = []
      browser.auth.onAuthStateChange((event) => void events.push(event))
      await expect.poll(() => events).toEqual(['INITIAL_SESSION'])

      await browser.auth.signInWithPassword({ email: emailOf('anna'), password: PASSWORD })
      const first = (await sessionOf(browser)).access_token
      await expect.poll(() => browser.realtime.accessTokenValue).toBe(first)

      // Claims are in whole seconds, so two tokens of one second can be identical.
      await new Promise((resolve) => setTimeout(resolve, 1100))
      await browser.auth.refreshSession()
      const second = (await sessionOf(browser)).access_token
      expect(second).not.toBe(first)
      await expect.poll(() => browser.realtime.accessTokenValue).toBe(second)

      await browser.auth.signOut()
      await expect.poll(() => browser.realtime.accessTokenValue).not.toBe(second)
      expect([null, server.key]).toContain(browser.realtime.accessTokenValue)
      expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT'])
      expect((await browser.auth.getSession()).data.session).toBeNull()
    })

    test('the client reads the current account and not the token’s copy', async () => {
      const browser = await signIn(server, 'anna')
      await server.db.query(
        `update auth.users set raw_user_meta_data = '{"favourite": null}' where email = 'anna@example.org'`,
      )
      const { data } = await browser.auth.getUser()
      expect(data.user?.user_metadata).toEqual({ username: 'anna', favourite: null })
    })

    test('the account’s metadata contains the profile’s current username', async () => {
      const browser = await signUp(server, 'nina')
      const { user } = await sessionOf(browser)
      expect(
        (await browser.from('profiles').update({ username: 'Nina-B' }).eq('id', user.id)).error,
      ).toBeNull()
      const { data } = await browser.auth.refreshSession()
      expect(data.user?.user_metadata).toEqual({ username: 'nina-b' })
      expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
        user_metadata: { username: 'nina-b' },
      })
    })

    test('the client’s requests act as the signed-in person', async () => {
      const browser = await signIn(server, 'anna')
      const { user } = await sessionOf(browser)
      const { error } = await browser.from('user_wishlist').insert({ user_id: user.id, film_id: 1 })
      expect(error).toBeNull()
    })
  })

  describe('signing out', () => {
    test.each([
      ['local', [true, false]],
      ['others', [false, true]],
      ['global', [true, true]],
    ] as const)('a sign-out with the scope %s ends [this, the other] session: %j', async (scope, ended) => {
      const [here, there] = [await signIn(server, 'anna'), await signIn(server, 'anna')]
      const bystander = await signIn(server, 'mallory')
      const tokens = [await sessionOf(here), await sessionOf(there)]
      expect((await here.auth.signOut({ scope })).error).toBeNull()
      const responses = await Promise.all(
        tokens.map(async ({ access_token, refresh_token }) => {
          const user = await callAuth(server, 'GET', 'user', { token: access_token })
          const refresh = await callAuth(server, 'POST', 'token?grant_type=refresh_token', {
            body: { refresh_token },
          })
          return [user.status, refresh.status]
        }),
      )
      expect(responses).toEqual(ended.map((isEnded) => (isEnded ? [403, 400] : [200, 200])))
      expect(await isSignedOut(bystander)).toBe(false)
    })

    test('a sign-out without a scope ends all sessions and returns 204', async () => {
      const { access_token } = await sessionOf(await signIn(server, 'anna'))
      const response = await callAuth(server, 'POST', 'logout', { token: access_token })
      expect([response.status, await response.text()]).toEqual([204, ''])
      const again = await callAuth(server, 'POST', 'logout', { token: access_token })
      expect([again.status, await again.json()]).toMatchObject([403, { error_code: 'session_not_found' }])
      const unknown = await callAuth(server, 'POST', 'logout?scope=everywhere', { token: access_token })
      expect(unknown.status).toBe(403)
    })
  })

  describe('changing the account', () => {
    let browser: SupabaseClient
    beforeAll(async () => {
      browser = await signUp(server, 'carla')
    })

    test('a metadata update merges keys, and null removes a key', async () => {
      await browser.auth.updateUser({ data: { a: 1, b: { c: [2] } } })
      const { data } = await browser.auth.updateUser({ data: { a: null, d: null, e: 'x' } })
      expect(data.user?.user_metadata).toEqual({ username: 'carla', b: { c: [2] }, e: 'x' })
    })

    test('metadata has a size limit, even if it grows in small steps', async () => {
      const tooMuch = await browser.auth.updateUser({ data: { big: 'x'.repeat(5000) } })
      expect(tooMuch.error).toMatchObject({ status: 400, code: 'validation_failed' })
      const half = (name: string) => browser.auth.updateUser({ data: { [name]: 'x'.repeat(2500) } })
      expect((await half('one')).error).toBeNull()
      expect((await half('two')).error).toMatchObject({
        status: 400,
        message: 'The field data may have at most 4096 bytes.',
      })
      const { data } = await browser.auth.updateUser({ data: { one: null } })
      expect(data.user?.user_metadata).not.toHaveProperty('two')
    })

    test('metadata above the limit can stay as large as it is', async () => {
      const many = Object.fromEntries(Array.from({ length: 450 }, (_, number) => [`k${number}`, 1]))
      const other = newBrowser(server)
      const { error } = await other.auth.signUp({
        email: emailOf('karin'),
        password: PASSWORD,
        options: { data: many },
      })
      expect(error).toBeNull()
      const change = { password: NEW_PASSWORD, current_password: PASSWORD }
      expect((await other.auth.updateUser(change)).error).toBeNull()
      expect((await other.auth.updateUser({ data: { k0: null } })).error).toBeNull()
      expect((await other.auth.updateUser({ data: { more: 1 } })).error).toMatchObject({
        message: 'The field data may have at most 4096 bytes.',
      })
    })

    test('a password change requires the current password', async () => {
      const refusal = async (attributes: object) => (await browser.auth.updateUser(attributes)).error
      expect(await refusal({ password: NEW_PASSWORD })).toMatchObject({
        status: 400,
        code: 'reauthentication_needed',
      })
      expect(await refusal({ password: NEW_PASSWORD, current_password: 'wrong' })).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'This is not your current password.',
      })
      expect(await refusal({ password: PASSWORD, current_password: PASSWORD })).toMatchObject({
        status: 422,
        code: 'same_password',
      })
      expect(await refusal({ password: 'short', current_password: PASSWORD })).toMatchObject({
        status: 422,
        code: 'weak_password',
        message: 'Password should be at least 8 characters.',
      })
      expect(await refusal({ password: 'x'.repeat(201), current_password: PASSWORD })).toMatchObject({
        status: 422,
        code: 'weak_password',
      })
      await signIn(server, 'carla')
    })

    test('a password change ends all other sessions, and only the new password works', async () => {
      const other = await signIn(server, 'carla')
      const { error } = await browser.auth.updateUser({
        password: NEW_PASSWORD,
        current_password: PASSWORD,
      })
      expect(error).toBeNull()
      expect(await isSignedOut(other)).toBe(true)
      expect(await isSignedOut(browser)).toBe(false)
      await expect(signIn(server, 'carla', PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' })
      await signIn(server, 'carla', NEW_PASSWORD)
    })

    test('one of two simultaneous password changes succeeds', async () => {
      const browsers = [await signUp(server, 'erik'), await signIn(server, 'erik')]
      const changes = await Promise.all(
        browsers.map((each, number) =>
          each.auth.updateUser({ password: `${NEW_PASSWORD} ${number}`, current_password: PASSWORD }),
        ),
      )
      expect(changes.filter(({ error }) => error === null)).toHaveLength(1)
      const made = changes.findIndex(({ error }) => error === null)
      await signIn(server, 'erik', `${NEW_PASSWORD} ${made}`)
    })

    test('a change of address requires the password and takes effect at once on a site without mail', async () => {
      await signUp(server, 'dora')
      const current_password = NEW_PASSWORD
      const refusal = async (attributes: object) => (await browser.auth.updateUser(attributes)).error
      expect(await refusal({ email: 'carla@new.example.org' })).toMatchObject({
        code: 'reauthentication_needed',
      })
      expect(await refusal({ email: 'DORA@example.org', current_password })).toMatchObject({
        status: 422,
        code: 'email_exists',
      })
      expect(await refusal({ email: 'none', current_password })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
      const { data } = await browser.auth.updateUser({ email: ' Carla@New.example.org', current_password })
      expect(data.user?.email).toBe('carla@new.example.org')
      const { error } = await newBrowser(server).auth.signInWithPassword({
        email: 'carla@new.example.org',
        password: current_password,
      })
      expect(error).toBeNull()
    })
  })

  test('error codes and messages that stock clients compare are GoTrue’s', async () => {
    const { refresh_token: used } = await sessionOf(await signUp(server, 'wanda'))
    const ended = await sessionOf(await signIn(server, 'wanda'))
    await callAuth(server, 'POST', 'logout?scope=local', { token: ended.access_token })
    const present = await sessionOf(await signIn(server, 'wanda'))
    const visitor = newBrowser(server)
    const [email, password] = [emailOf('wanda'), PASSWORD]
    const refreshed = { refresh_token: used }
    await visitor.auth.refreshSession(refreshed)
    await server.db.query(`update auth.refresh_tokens set used_at = now() - interval '1 minute'
      where used_at is not null`)
    const refusals = [
      await visitor.auth.signInAnonymously(),
      await visitor.auth.signUp({ email, password }),
      await visitor.auth.signUp({ email: 'none', password }),
      await visitor.auth.signUp({ email: 'new@example.org', password: 'short' }),
      await visitor.auth.signUp({ email: 'new@example.org', password: '' }),
      await visitor.auth.signUp({ phone: '4912345', password }),
      await visitor.auth.signInWithPassword({ email, password: 'not the password' }),
      await visitor.auth.signInWithPassword({ email: '', password }),
      await visitor.auth.signInWithPassword({ phone: '4912345', password }),
      await visitor.auth.refreshSession(refreshed),
      await visitor.auth.refreshSession({ refresh_token: 'none' }),
      await visitor.auth.verifyOtp({ type: 'signup', token_hash: 'none' }),
      await visitor.auth.verifyOtp({ type: 'signup', email, token: '123456' }),
    ].map(({ error }) => [error?.status, error?.code, error?.message])
    expect(refusals).toEqual([
      [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
      [422, 'user_already_exists', 'User already registered'],
      [400, 'validation_failed', 'Unable to validate email address: invalid format'],
      [422, 'weak_password', 'Password should be at least 8 characters.'],
      [400, 'validation_failed', 'Signup requires a valid password'],
      [400, 'phone_provider_disabled', 'Phone signups are disabled'],
      [400, 'invalid_credentials', 'Invalid login credentials'],
      [400, 'validation_failed', 'missing email or phone'],
      [400, 'phone_provider_disabled', 'Phone logins are disabled'],
      [400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
      [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
      [403, 'otp_expired', 'Email link is invalid or has expired'],
      [403, 'otp_expired', 'Token has expired or is invalid'],
    ])
    const change = async (body: object, token?: string) => {
      const response = await callAuth(server, 'PUT', 'user', { body, ...(token && { token }) })
      const { error_code, msg } = (await response.json()) as Record<string, string>
      return [response.status, error_code, msg]
    }
    const { access_token } = await sessionOf(await signIn(server, 'wanda'))
    const owner = { current_password: PASSWORD }
    expect([
      await change({ ...owner, password }, access_token),
      await change({ ...owner, email: emailOf('anna') }, access_token),
      await change({ data: {} }, ended.access_token),
      await change({ data: {} }),
    ]).toEqual([
      [422, 'same_password', 'New password should be different from the old password.'],
      [422, 'email_exists', 'A user with this email address has already been registered'],
      [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
      [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    ])
    expect(present.user).toMatchObject({ phone: '' })
  })

  test('a deleted account has no session', async () => {
    const browser = await signUp(server, 'gone')
    expect((await browser.rpc('delete_account', { username: 'gone' })).error).toBeNull()
    expect(await isSignedOut(browser)).toBe(true)
    await expect(signIn(server, 'gone')).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  test('a site without a mail server promises no mails', async () => {
    const settings = await (await callAuth(server, 'GET', 'settings')).json()
    expect(settings).toMatchObject({
      mailer_autoconfirm: true,
      disable_signup: false,
      external: { email: true },
    })
    const { error } = await newBrowser(server).auth.resetPasswordForEmail(emailOf('anna'))
    expect(error).toMatchObject({ status: 422, code: 'email_provider_disabled' })
  })
})
