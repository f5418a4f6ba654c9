import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prune } from '../../../server/auth/users/pruning.ts'
import {
  callAuth,
  emailOf,
  newBrowser,
  PASSWORD,
  sessionOf,
  signIn,
  signUp as signUpAs,
} from '../../support/people/account-client.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../../support/people/mail-server.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const SITE = 'https://films.example.org'
const NEW_PASSWORD = 'a different one, as safe'

describe.each(ENGINES)('mails on %s', (engine) => {
  let server: TestServer
  let mails: MailServer
  beforeAll(async () => {
    mails = await startMailServer()
    server = await startServer(engine, { SITE_URL: SITE, SMTP_URL: `${mails.url}?from=films@example.org` })
  })
  afterAll(async () => {
    await server.close()
    await mails.close()
  })
  beforeEach(() => server.db.query('delete from auth.rate_limits'))
  afterEach(() => expect(mails.received).toEqual([]))

  /** Returns the fragment of a mail's link. */
  function linkIn({ text, html }: ReceivedMail) {
    const [link = ''] = /https?:\S+/.exec(text) ?? []
    expect(html).toContain(`<a href="${link.replaceAll('&', '&#38;')}">`)
    const { origin, pathname, hash } = new URL(link)
    expect(origin + pathname).toBe(`${SITE}/auth`)
    const { token_hash = '', type = '', ...more } = Object.fromEntries(new URLSearchParams(hash.slice(1)))
    return { token_hash, type, more }
  }

  const open = (browser: ReturnType<typeof newBrowser>, mail: ReceivedMail) => {
    const { token_hash, type } = linkIn(mail)
    return browser.auth.verifyOtp({ token_hash, type })
  }

  /** Signs a person up, confirms the address and returns the browser. */
  async function newPerson(username: string) {
    await signUpAs(server, username)
    const browser = newBrowser(server)
    const { error } = await open(browser, await mails.mailTo(emailOf(username)))
    expect(error).toBeNull()
    return browser
  }

  const ageTokens = (hours: number) =>
    server.db.query(
      `update auth.one_time_tokens set expires_at = expires_at - make_interval(hours => ${hours})`,
    )

  describe('signing up', () => {
    test('a sign-up starts a session only when its mailed link is opened for the first time', async () => {
      const browser = newBrowser(server)
      const { data, error } = await browser.auth.signUp({
        email: 'Anna@example.org',
        password: PASSWORD,
        options: { data: { username: 'anna' } },
      })
      expect([error, data.session]).toEqual([null, null])
      expect(data.user).toMatchObject({ email: 'anna@example.org', role: 'authenticated' })
      expect(data.user?.email_confirmed_at).toBeUndefined()
      await expect(signIn(server, 'anna')).rejects.toMatchObject({
        status: 400,
        code: 'email_not_confirmed',
        message: 'Email not confirmed',
      })

      const mail = await mails.mailTo('anna@example.org')
      expect(mail).toMatchObject({ from: 'films@example.org', subject: 'Confirm your email address' })
      expect(linkIn(mail)).toMatchObject({ type: 'signup', more: {} })
      const opened = await open(browser, mail)
      expect(opened.error).toBeNull()
      expect(opened.data.user?.email_confirmed_at).toBeDefined()
      expect((await browser.auth.getUser()).data.user?.id).toBe(data.user?.id)
      await signIn(server, 'anna')

      expect((await open(newBrowser(server), mail)).error).toMatchObject({ status: 403, code: 'otp_expired' })
    })

    test('a sign-up with a known address returns the same response and notifies the owner by mail', async () => {
      const responseTo = async (email: string, username: string) => {
        const response = await callAuth(server, 'POST', 'signup', {
          body: { email, password: 'a stranger’s password', data: { username } },
        })
        const body = (await response.json()) as Record<string, unknown>
        return { status: response.status, body }
      }
      const known = await responseTo('ANNA@example.org', 'stranger-1')
      const unknown = await responseTo('stranger@example.org', 'stranger-2')
      const shape = ({ status, body }: typeof known) => [status, shapeOf(body)]
      expect(shape(known)).toEqual(shape(unknown))
      const mail = await mails.mailTo('anna@example.org')
      expect(mail.subject).toBe('You already have an account')
      expect(mail.text).not.toContain('token')
      await mails.mailTo('stranger@example.org')

      // The stranger's data is not in the account.
      const anna = await signIn(server, 'anna')
      expect((await anna.auth.getUser()).data.user?.user_metadata).toEqual({ username: 'anna' })
      expect((await responseTo('anna@example.org', 'anna')).status).toBe(409)
    })

    test('the later responses do not reveal whether the address was known', async () => {
      await newPerson('rosa')
      const password = 'a stranger’s password'
      const signUpWith = async (address: string, username: string) => {
        const response = await callAuth(server, 'POST', 'signup', {
          body: { email: emailOf(address), password, data: { username } },
        })
        const { id } = (await response.json()) as { id: string }
        await mails.mailTo(emailOf(address))
        return id
      }
      const signInWith = async (address: string, password: string) => {
        const response = await callAuth(server, 'POST', 'token?grant_type=password', {
          body: { email: emailOf(address), password },
        })
        return ((await response.json()) as { error_code: string }).error_code
      }
      const anybody = newBrowser(server)
      const stateOf = async (username: string) => (await anybody.rpc('username_state', { username })).data
      const laterResponses = async (address: string, name: string) => {
        const id = await signUpWith(address, name)
        const { data: profile } = await anybody.from('profiles').select('username').eq('id', id)
        const page = await fetch(`${server.url}/${name}`)
        const seen = [
          await stateOf(name),
          profile?.map(({ username }) => username === name),
          page.status,
          await signInWith(address, password),
          await signInWith(address, 'a wrong guess'),
        ]
        await signUpWith(address, `${name}-2`)
        return [...seen, await stateOf(name), await stateOf(`${name}-2`)]
      }
      const ofUnknown = await laterResponses('sven', 'trace-a')
      expect(ofUnknown).toEqual([
        'taken',
        [true],
        200,
        'email_not_confirmed',
        'invalid_credentials',
        'free',
        'taken',
      ])
      expect(await laterResponses('rosa', 'trace-b')).toEqual(ofUnknown)

      await server.db.query(
        `update auth.users set created_at = now() - interval '8 days' where email_confirmed_at is null`,
      )
      await prune(server.db)
      expect([await stateOf('trace-a-2'), await stateOf('trace-b-2')]).toEqual(['free', 'free'])
      await signIn(server, 'rosa')
    })

    test('a repeated sign-up sends a new link, and the old one no longer works', async () => {
      const browser = await signUpAs(server, 'bela')
      const first = await mails.mailTo(emailOf('bela'))
      const { error } = await browser.auth.resend({ type: 'signup', email: emailOf('BELA') })
      expect(error).toBeNull()
      const second = await mails.mailTo(emailOf('bela'))
      expect((await open(browser, first)).error).toMatchObject({ code: 'otp_expired' })
      expect((await open(browser, second)).error).toBeNull()
      // The address is confirmed: no mail is sent, and the response does not reveal it.
      expect((await browser.auth.resend({ type: 'signup', email: emailOf('bela') })).error).toBeNull()
      expect((await browser.auth.resend({ type: 'signup', email: emailOf('nobody') })).error).toBeNull()
    })

    test('the last person who signs up with an unconfirmed address gets the account', async () => {
      const first = newBrowser(server)
      await first.auth.signUp({
        email: emailOf('vera'),
        password: 'a stranger’s password',
        options: { data: { username: 'rude-name', nickname: 'rude' } },
      })
      const older = await mails.mailTo(emailOf('vera'))
      await signUpAs(server, 'vera')
      expect((await open(newBrowser(server), older)).error).toMatchObject({ code: 'otp_expired' })
      const browser = newBrowser(server)
      const opened = await open(browser, await mails.mailTo(emailOf('vera')))
      expect(opened.data.user?.user_metadata).toEqual({ username: 'vera' })
      await signIn(server, 'vera')
      await expect(signIn(server, 'vera', 'a stranger’s password')).rejects.toMatchObject({
        code: 'invalid_credentials',
      })
      // The username is available again.
      expect((await browser.rpc('username_state', { username: 'rude-name' })).data).toBe('free')
    })

    test('a sign-up link is valid for a day', async () => {
      const browser = await signUpAs(server, 'cleo')
      const mail = await mails.mailTo(emailOf('cleo'))
      await ageTokens(24)
      expect((await open(browser, mail)).error).toMatchObject({ code: 'otp_expired' })
    })

    test('a sign-up link redirects only to a page of this site', async () => {
      const targets = [
        `${SITE}/anna?tab=all`,
        'https://evil.example/x',
        `${SITE}.evil.example/`,
        '//evil.example',
      ]
      const found: string[] = []
      for (const [number, emailRedirectTo] of targets.entries()) {
        await newBrowser(server).auth.signUp({
          email: emailOf(`t${number}`),
          password: PASSWORD,
          options: { emailRedirectTo },
        })
        const { more } = linkIn(await mails.mailTo(emailOf(`t${number}`)))
        found.push(more.redirect_to ?? '')
      }
      expect(found).toEqual(['/anna?tab=all', '', '', ''])
    })

    test('links begin with SITE_URL, whatever Host header the request has', async () => {
      const response = await callAuth(server, 'POST', 'signup', {
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
        body: { email: emailOf('hosty'), password: PASSWORD },
      })
      expect(response.status).toBe(200)
      const mail = await mails.mailTo(emailOf('hosty'))
      linkIn(mail)
      expect(mail.text + mail.html).not.toContain('evil')
    })
  })

  describe('a forgotten password', () => {
    test('the mailed link lets a person set a new password and ends all other sessions', async () => {
      const thief = await newPerson('dora')
      const browser = newBrowser(server)
      const { error } = await browser.auth.resetPasswordForEmail('Dora@example.org')
      expect(error).toBeNull()
      const mail = await mails.mailTo(emailOf('dora'))
      expect(linkIn(mail).type).toBe('recovery')
      expect((await open(browser, mail)).error).toBeNull()
      // This session may change only the password; a change of address requires the current one.
      expect((await browser.auth.updateUser({ email: 'other@example.org' })).error).toMatchObject({
        code: 'reauthentication_needed',
      })
      expect((await browser.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
        code: 'same_password',
      })
      expect((await browser.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
      expect((await thief.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
      await signIn(server, 'dora', NEW_PASSWORD)
      // After the change the session is an ordinary one.
      expect((await browser.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
        code: 'reauthentication_needed',
      })
      expect((await open(newBrowser(server), mail)).error).toMatchObject({ code: 'otp_expired' })
    })

    test('the new password must be set within an hour of opening the link', async () => {
      await newPerson('dana')
      const browser = newBrowser(server)
      await browser.auth.resetPasswordForEmail(emailOf('dana'))
      await open(browser, await mails.mailTo(emailOf('dana')))
      await browser.auth.refreshSession()
      await server.db.query(
        `update auth.sessions set created_at = now() - interval '61 minutes' where method = 'recovery'`,
      )
      expect((await browser.auth.updateUser({ password: NEW_PASSWORD })).error).toMatchObject({
        code: 'reauthentication_needed',
      })
      await server.db.query(
        `update auth.sessions set created_at = now() - interval '59 minutes' where method = 'recovery'`,
      )
      expect((await browser.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    })

    test('a password link is valid for an hour', async () => {
      await newPerson('emil')
      const browser = newBrowser(server)
      await browser.auth.resetPasswordForEmail(emailOf('emil'))
      const mail = await mails.mailTo(emailOf('emil'))
      await ageTokens(1)
      expect((await open(browser, mail)).error).toMatchObject({ code: 'otp_expired' })
    })

    test('a request for an unknown address returns the same response as fast and sends no mail', async () => {
      await newPerson('fred')
      const asked = async (email: string) => {
        const start = performance.now()
        const response = await callAuth(server, 'POST', 'recover', { body: { email } })
        return { status: response.status, body: await response.json(), ms: performance.now() - start }
      }
      const times: Record<string, number[]> = { fred: [], nobody: [] }
      for (let round = 0; round < 10; round++) {
        // The first of two requests takes longer, because a busy machine has turned to other work.
        for (const name of round % 2 ? ['fred', 'nobody'] : ['nobody', 'fred']) {
          const { status, body, ms } = await asked(emailOf(name))
          expect([status, body]).toEqual([200, {}])
          times[name]?.push(ms)
        }
        await mails.mailTo(emailOf('fred'))
        await server.db.query('delete from auth.rate_limits')
      }
      // The shortest times: sending the mail within the request would take several times as long.
      const [known, unknown] = [times.fred, times.nobody].map((ms = []) => Math.min(...ms))
      expect(known).toBeLessThan(Number(unknown) * 3)
    })

    test('a password link works only for its account and its purpose', async () => {
      await newPerson('gina')
      await newBrowser(server).auth.resetPasswordForEmail(emailOf('gina'))
      const { token_hash } = linkIn(await mails.mailTo(emailOf('gina')))
      const attempt = async (body: object) => (await callAuth(server, 'POST', 'verify', { body })).status
      expect(await attempt({ type: 'signup', token_hash })).toBe(403)
      expect(await attempt({ type: 'recovery', token: token_hash, email: emailOf('anna') })).toBe(403)
      expect(await attempt({ type: 'recovery', token: token_hash, email: emailOf('Gina') })).toBe(200)
    })

    test('an address can request a password link five times an hour, with or without an account', async () => {
      await newPerson('hans')
      await server.db.query('delete from auth.rate_limits')
      for (const name of ['hans', 'nobody']) {
        const statuses: number[] = []
        for (let round = 0; round < 6; round++) {
          statuses.push(
            (await callAuth(server, 'POST', 'recover', { body: { email: emailOf(name) } })).status,
          )
        }
        expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      }
      const refused = await callAuth(server, 'POST', 'recover', { body: { email: emailOf('hans') } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
      expect(await refused.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' })
      for (let round = 0; round < 5; round++) await mails.mailTo(emailOf('hans'))
    })
  })

  describe('a change of address', () => {
    test('a new address takes effect when its link is opened, and the old address is notified', async () => {
      const browser = await newPerson('ines')
      const { data, error } = await browser.auth.updateUser({
        email: 'Ines@new.example.org',
        current_password: PASSWORD,
      })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email: emailOf('ines'), new_email: 'ines@new.example.org' })
      const notice = await mails.mailTo(emailOf('ines'))
      expect([notice.subject, notice.text]).toEqual([
        'Your email address is about to change',
        expect.stringContaining('ines@new.example.org'),
      ])
      const first = await mails.mailTo('ines@new.example.org')
      await browser.auth.resend({ type: 'email_change', email: emailOf('ines') })
      const second = await mails.mailTo('ines@new.example.org')
      expect((await open(newBrowser(server), first)).error).toMatchObject({ code: 'otp_expired' })
      const opened = await open(newBrowser(server), second)
      expect(opened.data.user?.email).toBe('ines@new.example.org')
      const { data: now } = await browser.auth.getUser()
      expect([now.user?.email, now.user?.new_email]).toEqual(['ines@new.example.org', undefined])
      await expect(signIn(server, 'ines')).rejects.toMatchObject({ code: 'invalid_credentials' })
    })

    test('a new password cancels a pending change of address', async () => {
      const browser = await newPerson('kira')
      await browser.auth.updateUser({ email: 'thief@example.org', current_password: PASSWORD })
      await mails.mailTo(emailOf('kira'))
      const change = await mails.mailTo('thief@example.org')
      const { data } = await browser.auth.updateUser({
        password: NEW_PASSWORD,
        current_password: PASSWORD,
      })
      expect(data.user?.email).toBe(emailOf('kira'))
      expect(data.user?.new_email).toBeUndefined()
      expect((await open(newBrowser(server), change)).error).toMatchObject({ code: 'otp_expired' })
      expect((await browser.auth.getUser()).data.user?.new_email).toBeUndefined()
    })

    test('a cancelled change of address cannot be resumed with a new link', async () => {
      const browser = await newPerson('mara')
      await browser.auth.updateUser({ email: 'mara@new.example.org', current_password: PASSWORD })
      await mails.mailTo(emailOf('mara'))
      await mails.mailTo('mara@new.example.org')
      await ageTokens(23)
      const anybody = newBrowser(server)
      await anybody.auth.resend({ type: 'email_change', email: emailOf('mara') })
      const again = await mails.mailTo('mara@new.example.org')
      await ageTokens(1)
      expect((await open(anybody, again)).error).toMatchObject({ code: 'otp_expired' })
      // The cancelled change cannot be resumed.
      await anybody.auth.resend({ type: 'email_change', email: emailOf('mara') })
      await anybody.auth.resetPasswordForEmail(emailOf('mara'))
      await mails.mailTo(emailOf('mara'))
      expect((await browser.auth.getUser()).data.user?.new_email).toBeUndefined()
    })

    test('one request can change the address and the password', async () => {
      const browser = await newPerson('lara')
      const { data } = await browser.auth.updateUser({
        email: 'lara@new.example.org',
        password: NEW_PASSWORD,
        current_password: PASSWORD,
      })
      expect(data.user).toMatchObject({ email: emailOf('lara'), new_email: 'lara@new.example.org' })
      await mails.mailTo(emailOf('lara'))
      expect((await open(browser, await mails.mailTo('lara@new.example.org'))).error).toBeNull()
      await browser.auth.signInWithPassword({ email: 'lara@new.example.org', password: NEW_PASSWORD })
      expect((await browser.auth.getUser()).data.user?.email).toBe('lara@new.example.org')
    })

    test('a change of address invalidates links to the old address', async () => {
      const browser = await newPerson('jana')
      await browser.auth.resetPasswordForEmail(emailOf('jana'))
      const recovery = await mails.mailTo(emailOf('jana'))
      await browser.auth.updateUser({ email: 'jana@new.example.org', current_password: PASSWORD })
      await mails.mailTo(emailOf('jana'))
      await open(browser, await mails.mailTo('jana@new.example.org'))
      expect((await open(newBrowser(server), recovery)).error).toMatchObject({ code: 'otp_expired' })
    })

    test('a change to an address that another account has taken since is refused and changes nothing', async () => {
      const browser = await newPerson('karl')
      await browser.auth.updateUser({ email: emailOf('lena'), current_password: PASSWORD })
      await mails.mailTo(emailOf('karl'))
      const change = await mails.mailTo(emailOf('lena'))
      await newPerson('lena')
      expect((await open(newBrowser(server), change)).error).toMatchObject({
        status: 422,
        code: 'email_exists',
      })
      expect((await browser.auth.getUser()).data.user?.email).toBe(emailOf('karl'))
      const { error } = await browser.auth.updateUser({ email: emailOf('lena'), current_password: PASSWORD })
      expect(error).toMatchObject({ status: 422, code: 'email_exists' })
    })
  })

  test('a link to the server redirects to a page with the session in the fragment', async () => {
    await signUpAs(server, 'mona')
    const { token_hash } = linkIn(await mails.mailTo(emailOf('mona')))
    const path = `verify?token=${token_hash}&type=signup&redirect_to=${encodeURIComponent(`${SITE}/account`)}`
    const looked = await callAuth(server, 'HEAD', path)
    expect(looked.status).toBe(405)
    const followed = await fetch(`${server.url}/auth/v1/${path}`, { redirect: 'manual' })
    const target = new URL(followed.headers.get('location') ?? '')
    const session = Object.fromEntries(new URLSearchParams(target.hash.slice(1)))
    expect([followed.status, target.origin + target.pathname]).toEqual([303, `${SITE}/account`])
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' })
    const { data } = await newBrowser(server).auth.setSession({
      access_token: session.access_token ?? '',
      refresh_token: session.refresh_token ?? '',
    })
    expect(data.user?.email).toBe(emailOf('mona'))
    const again = await fetch(`${server.url}/auth/v1/${path}`, { redirect: 'manual' })
    expect(again.headers.get('location')).toContain('#error=access_denied&error_code=otp_expired&')
  })

  test('a request succeeds even if the mail server refuses the mail', async () => {
    mails.isRefusing = true
    const { data, error } = await newBrowser(server).auth.signUp({
      email: emailOf('nora'),
      password: PASSWORD,
    })
    expect([error, data.user?.email]).toEqual([null, emailOf('nora')])
    await expect.poll(() => mails.refused).toEqual([emailOf('nora')])
    mails.isRefusing = false
    await newBrowser(server).auth.resend({ type: 'signup', email: emailOf('nora') })
    await mails.mailTo(emailOf('nora'))
  })

  test('the public settings report whether mails are sent', async () => {
    const settings = await (await callAuth(server, 'GET', 'settings')).json()
    expect(settings).toMatchObject({ mailer_autoconfirm: false })
    expect((await sessionOf(await signIn(server, 'anna'))).user.email).toBe(emailOf('anna'))
  })
})

/** Returns the shape of a value: property names and types without values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]))
}
