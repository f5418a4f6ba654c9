import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS } from '../../../domain/paths.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'

const MEMBERS = [
  'account',
  'accountImport',
  'accountShopping',
  'adminTitles',
  'adminUpdateFormats',
  'adminHistory',
] as const
const NOT_FOUND = 'Oops! Page not found'

describe('what a page says without scripts', () => {
  let server: TestServer
  let olga: Person

  beforeAll(async () => {
    server = await startServer('pglite')
    olga = await newPerson(server, 'olga')
    await newPerson(server, 'piet')
  })
  afterAll(() => server?.close())

  const get = (path: string, init?: RequestInit) => fetch(server.url + path, init)
  const gift = async () => `/wishlist/${(await olga.untyped.rpc('make_gift_link')).data}`

  test.each([
    ...Object.values(PATHS).map((path) => [path, 200] as const),
    ['/spine/2', 200],
    ['/set/3', 200],
    ['/olga', 200],
    ['/olga/progress', 200],
    ['/olga/with/piet', 200],
    ['gift', 200],
    ['/nobody', 200],
    ['/no.body', 404],
    ['/no/such/page', 404],
    ['/auth/more', 404],
    ['/%F0%9F%8E%AC', 404],
    ['/..%2f..%2fetc', 404],
    ['/spine/999999', 404],
    ['/spine/x', 404],
    ['/set/999999', 404],
    ['/set/x', 404],
    ['/wishlist/none', 404],
  ] as const)('%s has a heading and a sentence', async (path, status) => {
    const response = await get(path === 'gift' ? await gift() : path)
    const { heading, text, html } = shownWithoutScripts(await response.text())
    expect(response.status).toBe(status)
    expect(heading).not.toBe('')
    expect(text.length).toBeGreaterThan(40)
    expect(html).not.toMatch(/ style="|<script(?! type="application)/)
    if (status === 404)
      expect([heading, text]).toEqual([NOT_FOUND, expect.stringContaining('Return to Home')])
    if (status === 404) expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each(MEMBERS)('the page %s of a person’s own data leads to signing in', async (name) => {
    const { heading, text, html } = shownWithoutScripts(await (await get(PATHS[name])).text())
    expect(heading).toBe(PAGE_TITLES[name])
    expect(text).toContain('needs JavaScript')
    expect(html).toMatch(/<a [^>]*href="\/auth"[^>]*>Sign in<\/a>/)
  })

  test('a private profile gets the response of one that does not exist', async () => {
    await olga.client.from('profiles').update({ visibility: 'private' }).eq('id', olga.id).throwOnError()
    for (const [hidden, unknown] of [
      ['/olga', '/nobody'],
      ['/olga/progress', '/nobody/progress'],
      ['/olga/with/piet', '/nobody/with/piet'],
    ]) {
      const [one, other] = await Promise.all(
        [hidden, unknown].map(async (path) => {
          const response = await get(path ?? '', { redirect: 'manual' })
          const headers = Object.fromEntries(response.headers)
          return [response.status, { ...headers, date: '', 'x-request-id': '' }, await response.text()]
        }),
      )
      expect(one).toEqual(other)
    }
    await olga.client.from('profiles').update({ visibility: 'public' }).eq('id', olga.id).throwOnError()
  })
})

/** What a browser draws of a page without scripts. */
function shownWithoutScripts(page: string) {
  const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(page) ?? []
  const html = body.replaceAll(/<script type="(application\/json|module)".*?<\/script>/gs, '')
  const [, main = ''] = /<main[^>]*>(.*?)<\/main>/s.exec(html) ?? []
  const [, title = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? []
  const textOf = (part: string) => part.replaceAll(/<[^>]*>/g, ' ').trim()
  return { html, heading: textOf(title), text: textOf(main) }
}
