import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  callAuth,
  emailOf,
  newBrowser,
  PASSWORD,
  sessionOf,
  signIn,
  signUp,
} from '../../support/people/account-client.ts'
import { type MailServer, startMailServer } from '../../support/people/mail-server.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const NEW_PASSWORD = 'a different one, as safe'

/** Only PostgreSQL, because the embedded engine runs one transaction at a time. */
describe.each(ENGINES.filter((engine) => engine === 'postgres'))(
  'simultaneous account changes on %s',
  (engine) => {
    let server: TestServer
    let mails: MailServer
    beforeAll(async () => {
      mails = await startMailServer()
      server = await startServer(engine, {
        SITE_URL: 'https://films.example.org',
        SMTP_URL: `${mails.url}?from=films@example.org`,
      })
    })
    afterAll(async () => {
      await server.close()
      await mails.close()
    })
    beforeEach(() => server.db.query('delete from auth.rate_limits'))

    async function newPerson(username: string) {
      await signUp(server, username)
      const { text } = await mails.mailTo(emailOf(username))
      await callAuth(server, 'POST', 'verify', { body: { type: 'signup', token_hash: tokenIn(text) } })
      return (await sessionOf(await signIn(server, username))).access_token
    }

    const waiting = async () =>
      (
        await server.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length

    test('deleting an account also deletes marks that are being written at the same time', async () => {
      const token = await newPerson('hurried')
      const { id } = (await (await callAuth(server, 'GET', 'user', { token })).json()) as { id: string }
      const claims = JSON.stringify({ role: 'authenticated', sub: id })
      const marks = JSON.stringify([{ mark: 'watched', film_id: 1, on: false, made_at: 1 }])
      let deletion: Promise<unknown> | undefined
      await server.db.transaction(async (tx) => {
        await tx.query(`select set_config('role', 'authenticated', true), set_config($1, $2, true)`, [
          'request.jwt.claims',
          claims,
        ])
        await tx.query('select public.apply_marks($1, $2::jsonb, 1)', [id, marks])
        deletion = server.db.query('delete from auth.users where id = $1', [id])
        await Promise.race([deletion, vi.waitFor(async () => expect(await waiting()).toBe(1), 20_000)])
      })
      await deletion
      expect(await server.db.query('select from private.mark_changes where user_id = $1', [id])).toEqual([])
    })

    /** Queues requests for one locked row in this order, releases the row and returns their responses. */
    async function queueRequests(lock: string, of: string, ...requests: (() => Promise<Response>)[]) {
      const responses: Promise<Response>[] = []
      await server.db.transaction(async (tx) => {
        await tx.query(lock, [of])
        for (const request of requests) {
          responses.push(request())
          await expect.poll(waiting).toBe(responses.length)
        }
      })
      return Promise.all(
        (await Promise.all(responses)).map(async (response) => ({
          status: response.status,
          body: (await response.json()) as Record<string, string>,
        })),
      )
    }

    const tokenIn = (text: string) => /token_hash=([\w-]+)/.exec(text)?.[1]

    const ACCOUNT = 'select from auth.users where email = $1 for update'

    const changeUser = (token: string, body: object) =>
      callAuth(server, 'PUT', 'user', { token, body: { current_password: PASSWORD, ...body } })

    const linksOf = (username: string) =>
      server.db.query(
        'select purpose from auth.one_time_tokens join auth.users on id = user_id where users.email = $1',
        [emailOf(username)],
      )

    test('a password change also ends a session that begins at the same time', async () => {
      const token = await newPerson('anna')
      const [signedIn, changed] = await queueRequests(
        ACCOUNT,
        emailOf('anna'),
        () =>
          callAuth(server, 'POST', 'token?grant_type=password', {
            body: { email: emailOf('anna'), password: PASSWORD },
          }),
        () => changeUser(token, { password: NEW_PASSWORD }),
      )
      expect([signedIn?.status, changed?.status]).toEqual([200, 200])
      const refreshed = await callAuth(server, 'POST', 'token?grant_type=refresh_token', {
        body: { refresh_token: signedIn?.body.refresh_token },
      })
      expect(refreshed.status).toBe(400)
    })

    test('a sign-in with the old password fails during a password change', async () => {
      const token = await newPerson('ben')
      const [changed, signedIn] = await queueRequests(
        ACCOUNT,
        emailOf('ben'),
        () => changeUser(token, { password: NEW_PASSWORD }),
        () =>
          callAuth(server, 'POST', 'token?grant_type=password', {
            body: { email: emailOf('ben'), password: PASSWORD },
          }),
      )
      expect([changed?.status, signedIn?.status]).toEqual([200, 400])
    })

    test('a password change cancels a simultaneous change of address', async () => {
      const owner = await newPerson('carla')
      const thief = (await sessionOf(await signIn(server, 'carla'))).access_token
      const [moving, changed] = await queueRequests(
        ACCOUNT,
        emailOf('carla'),
        () => changeUser(thief, { email: 'thief@example.org' }),
        () => changeUser(owner, { password: NEW_PASSWORD }),
      )
      expect([moving?.status, changed?.status]).toEqual([200, 200])
      expect(changed?.body).not.toHaveProperty('new_email')
      expect(await linksOf('carla')).toEqual([])
    })

    test('a password change cancels a change of address whose link is requested again', async () => {
      const token = await newPerson('dora')
      await changeUser(token, { email: 'dora@new.example.org' })
      await server.db.transaction(async (tx) => {
        await tx.query('delete from auth.one_time_tokens where email = $1', ['dora@new.example.org'])
        await newBrowser(server).auth.resend({ type: 'email_change', email: emailOf('dora') })
        await expect.poll(waiting).toBe(1)
      })
      await expect.poll(waiting).toBe(0)
      await server.db.query('select pg_sleep(0.1)')
      expect(await linksOf('dora')).toEqual([])
    })

    test('a password change invalidates mailed links', async () => {
      const token = await newPerson('emil')
      await newBrowser(server).auth.resetPasswordForEmail(emailOf('emil'))
      const mail = await mails.mailTo(emailOf('emil'))
      const [changed, opened] = await queueRequests(
        ACCOUNT,
        emailOf('emil'),
        () => changeUser(token, { password: NEW_PASSWORD }),
        () =>
          callAuth(server, 'POST', 'verify', { body: { type: 'recovery', token_hash: tokenIn(mail.text) } }),
      )
      expect([changed?.status, opened?.status, opened?.body.error_code]).toEqual([200, 403, 'otp_expired'])
    })

    test('the second of two people who sign up with an unconfirmed address gets the account', async () => {
      const as = (username: string) => () =>
        callAuth(server, 'POST', 'signup', {
          body: { email: emailOf('fred'), password: `the password of ${username}`, data: { username } },
        })
      await as('fred')()
      await mails.mailTo(emailOf('fred'))
      const [one, two] = await queueRequests(ACCOUNT, emailOf('fred'), as('fred-one'), as('fred-two'))
      expect([one?.status, two?.status]).toEqual([200, 200])
      expect(
        await server.db.query(
          'select username from public.profiles join auth.users using (id) where email = $1',
          [emailOf('fred')],
        ),
      ).toEqual([{ username: 'fred-two' }])
      await expect(signIn(server, 'fred', 'the password of fred-two')).rejects.toMatchObject({
        code: 'email_not_confirmed',
      })
    })
  },
)
