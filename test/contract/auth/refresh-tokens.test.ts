import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callAuth, sessionOf, signIn, signUp } from '../../support/people/account-client.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('refresh tokens on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
    await signUp(server, 'anna')
  })
  afterAll(() => server.close())

  let token: string
  beforeEach(async () => {
    token = (await sessionOf(await signIn(server, 'anna'))).refresh_token
  })

  interface TokenResponse {
    status: number
    body: { refresh_token: string; access_token: string; error_code: string }
  }

  async function refresh(refresh_token: string): Promise<TokenResponse> {
    const response = await callAuth(server, 'POST', 'token?grant_type=refresh_token', {
      body: { refresh_token },
    })
    return { status: response.status, body: (await response.json()) as TokenResponse['body'] }
  }

  /** Moves all uses so far some seconds into the past. */
  const pass = (seconds: number) =>
    server.db.query(
      `update auth.refresh_tokens set used_at = used_at - make_interval(secs => ${seconds}) where used_at is not null`,
    )

  test('each use of a refresh token returns a new one that works', async () => {
    const seen = new Set([token])
    for (let use = 0; use < 4; use++) {
      const { status, body } = await refresh(token)
      expect(status).toBe(200)
      token = body.refresh_token
      seen.add(token)
    }
    expect(seen.size).toBe(5)
  })

  test('a refresh token used again within ten seconds returns another token of the same session', async () => {
    const first = await refresh(token)
    await pass(5)
    const second = await refresh(token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token)
    expect(await refresh(first.body.refresh_token)).toMatchObject({ status: 200 })
    expect(await refresh(second.body.refresh_token)).toMatchObject({ status: 200 })
  })

  test('a refresh token used by a clock that was ahead ends the session at its second use', async () => {
    const first = await refresh(token)
    await pass(-3600)
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    })
    expect(await refresh(first.body.refresh_token)).toMatchObject({ status: 400 })
  })

  test('a refresh token used again later ends the session', async () => {
    const other = await sessionOf(await signIn(server, 'anna'))
    const { body } = await refresh(token)
    await pass(11)
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    })
    expect(await refresh(body.refresh_token)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    })
    expect((await callAuth(server, 'GET', 'user', { token: body.access_token })).status).toBe(403)
    // The session on another device is not affected.
    expect((await refresh(other.refresh_token)).status).toBe(200)
  })

  test('the grace period begins at the first use of a refresh token', async () => {
    await refresh(token)
    await pass(5)
    expect((await refresh(token)).status).toBe(200)
    await pass(6)
    expect((await refresh(token)).status).toBe(400)
  })

  test('simultaneous uses of a refresh token each return a token that works', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(token)))
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const next = await Promise.all(responses.map(({ body }) => refresh(body.refresh_token)))
    expect(next.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const sessions = new Set(next.map(({ body }) => decodeJwt(body.access_token).session_id))
    expect(sessions.size).toBe(1)
  })

  test('a refresh token used while its session ends returns no usable token', async () => {
    for (let round = 0; round < 10; round++) {
      const browser = await signIn(server, 'anna')
      const { refresh_token } = await sessionOf(browser)
      const [responses] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => refresh(refresh_token))),
        browser.auth.signOut({ scope: 'local' }),
      ])
      for (const { status, body } of responses) {
        if (status === 200) expect((await refresh(body.refresh_token)).status).toBe(400)
        else expect(body.error_code).toBe('refresh_token_not_found')
      }
    }
  })

  test.each([['', 'x', 'x'.repeat(5000), '\u0000', 'ÿ']])(
    'a refresh token that was never issued is refused',
    async (given) => {
      expect(await refresh(given)).toMatchObject({
        status: 400,
        body: { error_code: 'refresh_token_not_found' },
      })
    },
  )

  test('a refreshed token states the account’s current data', async () => {
    const browser = await signIn(server, 'anna')
    await server.db.query(
      `update auth.users set raw_user_meta_data = '{"since": "now"}' where email = 'anna@example.org'`,
    )
    const { data } = await browser.auth.refreshSession()
    expect(data.user?.user_metadata).toEqual({ since: 'now', username: 'anna' })
  })
})
