import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signAccessToken } from '../../support/people/access-token.ts'
import { callAuth, newBrowser, sessionOf, signIn, signUp } from '../../support/people/account-client.ts'
import { newPerson } from '../../support/people/people.ts'
import { type Listening, listen } from '../../support/realtime.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const WATCHED = { table: 'user_watched' }

describe.each(ENGINES)('listening and sessions on %s', (engine) => {
  let server: TestServer
  let film = 0
  const open: Listening[] = []

  beforeAll(async () => {
    server = await startServer(engine)
    for (const name of ['anna', 'ben', 'cleo', 'dora']) await signUp(server, name)
  })
  afterEach(async () => {
    for (const listening of open.splice(0)) await listening.stop()
  })
  afterAll(() => server?.close())

  async function listenAs(client: Parameters<typeof listen>[0]): Promise<Listening> {
    const listening = await listen(client, WATCHED)
    expect(listening.states).toEqual(['SUBSCRIBED'])
    open.push(listening)
    return listening
  }

  const watch = async (client: Parameters<typeof listen>[0]) => {
    film++
    await client.from('user_watched').insert({ film_id: film }).throwOnError()
    return film
  }

  test('a channel goes on with the token of a refreshed session', async () => {
    const browser = await signIn(server, 'anna')
    const listening = await listenAs(browser)
    const first = (await sessionOf(browser)).access_token
    // Claims are in whole seconds, so two tokens of one second can be identical.
    await pause(1100)
    await browser.auth.refreshSession()
    await expect.poll(() => browser.realtime.accessTokenValue).not.toBe(first)
    const seen = await watch(browser)
    await expect.poll(() => listening.received.at(-1)).toMatchObject({ new: { film_id: seen } })
    expect(listening.states).toEqual(['SUBSCRIBED'])
  })

  test('a change whose row is read while the token is refreshed is sent', async () => {
    const person = await newPerson(server, 'fred')
    const listening = await listenAs(person.untyped)
    const next = await signAccessToken(server.db, person.id, '2h')
    const seen = await watch(person.untyped)
    await server.db.transaction(async (tx) => {
      // A change is announced after 0.1 s. Its row is read after the lock.
      await tx.query('lock table public.user_watched in access exclusive mode')
      await pause(500)
      await person.untyped.realtime.setAuth(next)
      await pause(500)
    })
    await expect.poll(() => listening.received.at(-1)).toMatchObject({ new: { film_id: seen } })
    expect(listening.states).toEqual(['SUBSCRIBED'])
  })

  test('after a sign-out, a channel receives no further changes of the person', async () => {
    const browser = await signIn(server, 'ben')
    const other = await signIn(server, 'ben')
    const [listening, still] = [await listenAs(browser), await listenAs(other)]
    await watch(other)
    await expect.poll(() => listening.received.length).toBe(1)
    await browser.auth.signOut({ scope: 'local' })
    await watch(other)
    await expect.poll(() => still.received.length).toBe(2)
    expect(listening.received.length).toBe(1)
  })

  test.each<[string, (browser: Awaited<ReturnType<typeof signIn>>) => Promise<unknown>]>([
    [
      'from another device',
      async () =>
        callAuth(server, 'POST', 'logout?scope=global', {
          token: (await sessionOf(await signIn(server, 'cleo'))).access_token,
        }),
    ],
    [
      'by the operator',
      async (browser) => {
        const { user } = await sessionOf(browser)
        await server.db.query('delete from auth.sessions where user_id = $1', [user.id])
      },
    ],
  ])('a session that is ended %s ends its channels', async (_, end) => {
    const browser = await signIn(server, 'cleo')
    const listening = await listenAs(browser)
    await end(browser)
    await expect.poll(() => listening.states).toEqual(['SUBSCRIBED', 'CLOSED'])
    // The token is valid for an hour, but no channel may listen with it.
    const again = await listen(browser, WATCHED)
    expect(again.states).toEqual(['CHANNEL_ERROR'])
    expect(again.reasons).toEqual(['The session has ended.'])
    await again.stop()
  })

  test('a token that expires ends its channels', async () => {
    const person = await newPerson(server, 'emil', null, '12s')
    const listening = await listenAs(person.untyped)
    await expect.poll(() => listening.states, { timeout: 40_000 }).toEqual(['SUBSCRIBED', 'CLOSED'])
    const again = await listen(person.untyped, WATCHED)
    expect(again.reasons).toEqual(['JWT expired'])
    await again.stop()
  })

  test('a person has at most 20 connections, and can open another when one closes', async () => {
    const { access_token } = await sessionOf(await signIn(server, 'dora'))
    const token = async () => access_token
    const listenings: Listening[] = []
    const clients = Array.from({ length: 21 }, () => newBrowser(server, { accessToken: token }))
    for (const client of clients.slice(0, 20)) listenings.push(await listenAs(client))
    const last = clients.at(-1) as (typeof clients)[number]
    const refused = await listen(last, WATCHED)
    expect(refused.reasons).toEqual(['You have too many open connections.'])
    await refused.stop()
    await open.shift()?.stop()
    await listenAs(last)
  })
})
