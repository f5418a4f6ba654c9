import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { newPerson } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'

/** The number of slots for one network. */
const SLOTS = 204

/** What people see without scripts. */
const NOTICE = /<noscript>.*<\/noscript>/s

// The embedded engine lets any number of requests wait. PostgreSQL's pool would refuse them after five seconds.
describe('pages while every slot is taken', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer('pglite')
    await newPerson(server, 'anna')
  })
  afterAll(() => server.close())

  const films = (spine: number) =>
    fetch(`${server.url}/rest/v1/films?select=title&spine=eq.${spine}`, { headers: { apikey: server.key } })

  test('a page is sent without its films while no slot is free, and with them afterwards', async () => {
    // A page that is never rendered, apart from its title.
    const account = await (await fetch(`${server.url}/account`)).text()
    const withoutContent = account.replaceAll(`${PAGE_TITLES.account} · `, '')
    const withoutNotice = (html: string) => html.replace(NOTICE, '')
    const withoutPicture = withoutContent.replaceAll(
      / *<meta (property="og:image|name="twitter:card).*\n/g,
      '',
    )
    const full = await whileSlotsAreTaken(async () => {
      const [home, profile] = [
        await fetch(`${server.url}/?sort=year`),
        await fetch(`${server.url}/anna?tab=all`),
      ]
      return {
        api: (await films(-1)).status,
        home: [home.status, await home.text()] as const,
        profile: [profile.status, await profile.text()] as const,
      }
    })
    expect([full.api, full.home[0], full.profile[0]]).toEqual([503, 200, 503])
    expect(withoutNotice(full.home[1])).toBe(withoutNotice(withoutContent))
    expect(withoutNotice(full.profile[1])).toBe(withoutNotice(withoutPicture))
    for (const [, html] of [full.home, full.profile])
      expect(NOTICE.exec(html)?.[0]).toContain('The site could not load this page at the moment.')
    for (const path of ['/?sort=year', '/anna?tab=all']) {
      const response = await fetch(server.url + path)
      expect([response.status, (await response.text()).match(/<h3/g)?.length]).toEqual([200, 50])
    }
  })

  /** Runs work while requests that wait for a locked table occupy all slots. */
  async function whileSlotsAreTaken<T>(work: () => Promise<T>): Promise<T> {
    const locked = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const holding = server.db.transaction(async (tx) => {
      await tx.script('lock table public.films in access exclusive mode')
      locked.resolve()
      await done.promise
    })
    await locked.promise
    const waiting = Array.from({ length: SLOTS }, (_, number) => films(number + 1))
    await expect.poll(async () => (await films(-1)).status).toBe(503)
    const result = await work().finally(done.resolve)
    await holding
    for (const response of await Promise.all(waiting)) expect(response.status).toBe(200)
    return result
  }
})
