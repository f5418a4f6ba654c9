import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  callAuth,
  emailOf,
  newBrowser,
  PASSWORD,
  sessionOf,
  signIn,
  signUp,
} from '../../support/people/account-client.ts'
import { startServerOn, type TestServer } from '../../support/site/server.ts'
import { ENGINES, newEmptyTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

describe.each(ENGINES.filter((engine) => engine === 'postgres'))(
  'two servers on one %s database',
  (engine) => {
    let database: TestDatabase
    let one: TestServer
    let two: TestServer
    beforeAll(async () => {
      database = await newEmptyTestDatabase(engine)
      // Both start at once on an empty database.
      const started = await Promise.all([startServerOn(database), startServerOn(database)])
      ;[one, two] = started
    })
    afterAll(async () => {
      await one.close()
      await two.close()
      await database.remove()
    })
    beforeEach(() => one.db.query('delete from auth.rate_limits'))

    test('both servers have the same keys', async () => {
      expect(one.key).toBe(two.key)
      const published = (server: TestServer) =>
        callAuth(server, 'GET', '.well-known/jwks.json').then((response) => response.json())
      expect(await published(one)).toEqual(await published(two))
    })

    test('both servers share accounts and sessions', async () => {
      const here = await signUp(one, 'anna')
      const { access_token, refresh_token } = await sessionOf(here)
      const there = newBrowser(two)
      const { data } = await there.auth.setSession({ access_token, refresh_token })
      expect(data.user?.email).toBe(emailOf('anna'))
      expect((await there.auth.refreshSession()).error).toBeNull()
      await signIn(two, 'anna')
      await there.auth.signOut({ scope: 'global' })
      expect((await here.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    })

    test('both servers refresh one session at the same time, and both new tokens work', async () => {
      await signUp(one, 'ben')
      const { refresh_token } = await sessionOf(await signIn(one, 'ben'))
      const refresh = async (server: TestServer, token: string) => {
        const response = await callAuth(server, 'POST', 'token?grant_type=refresh_token', {
          body: { refresh_token: token },
        })
        return { status: response.status, ...((await response.json()) as { refresh_token: string }) }
      }
      const both = await Promise.all([one, two, one, two].map((server) => refresh(server, refresh_token)))
      expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const crossed = await Promise.all(
        both.map((session, number) => refresh(number % 2 ? one : two, session.refresh_token)),
      )
      expect(crossed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })

    test('both servers count attempts together', async () => {
      await signUp(one, 'carla')
      const statuses = await Promise.all(
        Array.from({ length: 24 }, async (_, number) => {
          const response = await callAuth(number % 2 ? one : two, 'POST', 'token?grant_type=password', {
            body: { email: emailOf('carla'), password: 'a wrong guess' },
          })
          return response.status
        }),
      )
      expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(10)
      expect(new Set(statuses)).toEqual(new Set([400, 429]))
    })

    test('both servers together create one account per address and per username', async () => {
      const codesOf = async (people: [email: string, username: string][]) => {
        const made = await Promise.all(
          people.map(([email, username], number) =>
            newBrowser(number % 2 ? one : two).auth.signUp({
              email,
              password: PASSWORD,
              options: { data: { username } },
            }),
          ),
        )
        return made.map(({ error }) => error?.code ?? 'made').sort()
      }
      expect(
        await codesOf([
          ['same@example.org', 'first'],
          ['Same@example.org', 'second'],
        ]),
      ).toEqual(['made', 'user_already_exists'])
      expect(
        await codesOf([
          ['a@example.org', 'same'],
          ['b@example.org', 'SAME'],
        ]),
      ).toEqual(['conflict', 'made'])
    })
  },
)
