import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../support/fixtures.ts'
import { signInAs, signUp } from '../support/people.ts'

/** Serves a page from another origin. */
async function serveElsewhere() {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><body></body>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

test('a page of another origin can neither read nor change the data of a signed-in person', async ({
  page,
  context,
  server,
  problems,
}) => {
  // The blocked requests cause errors in the console.
  problems.expect(/.*/)
  const person = await signUp(server.url, 'victim')
  const { data: films } = await person.client.from('films').select('id').limit(1).throwOnError()
  const wishlistRow = { user_id: person.session.user.id, film_id: films[0]?.id ?? 0 }
  await person.client.from('user_wishlist').insert(wishlistRow).throwOnError()
  await signInAs(context, person)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'My Profile', exact: true })).toBeVisible()
  expect(await context.cookies(), 'the site sets no cookie').toEqual([])

  const elsewhere = await serveElsewhere()
  const other = await context.newPage()
  // Only requests of the foreign page: the site's own page sends the person's credentials.
  const sent: Record<string, string>[] = []
  other.on('request', async (request) => {
    if (request.url().startsWith(server.url)) sent.push(await request.allHeaders().catch(() => ({})))
  })
  await other.goto(elsewhere.url)
  const { supabaseKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseKey: string }

  const outcomes = await other.evaluate(
    async ({ site, username, userId, apikey }) => {
      const tries: [path: string, init: RequestInit][] = []
      for (const headers of [{}, { apikey }] as Record<string, string>[]) {
        tries.push(
          ['/auth/v1/user', { headers }],
          ['/rest/v1/user_roles', { headers }],
          ['/auth/v1/logout?scope=global', { method: 'POST', headers }],
          [
            '/auth/v1/user',
            {
              method: 'PUT',
              headers: { ...headers, 'content-type': 'application/json' },
              body: '{"data":{"a":1}}',
            },
          ],
          [`/rest/v1/user_wishlist?user_id=eq.${userId}`, { method: 'DELETE', headers }],
          ['/rest/v1/rpc/delete_account', { method: 'POST', headers, body: JSON.stringify({ username }) }],
          [
            `/rest/v1/profiles?id=eq.${userId}`,
            {
              method: 'PATCH',
              headers: { ...headers, 'content-type': 'application/json' },
              body: '{"username":"taken-over"}',
            },
          ],
        )
      }
      const outcomes: string[] = []
      for (const [path, init] of tries) {
        for (const [credentials, mode] of [
          ['include', 'cors'],
          ['omit', 'cors'],
          ['include', 'no-cors'],
        ] as const) {
          const outcome = await fetch(site + path, { ...init, credentials, mode }).then(
            async (response) => `${response.type} ${response.status} ${await response.text()}`,
            () => 'unreadable',
          )
          outcomes.push(outcome)
        }
      }
      // Requests that CORS does not check: forms, images, scripts and frames.
      for (const path of [
        '/auth/v1/logout?scope=global',
        '/auth/v1/user',
        `/rest/v1/rpc/delete_account?apikey=${apikey}`,
      ]) {
        const frame = document.createElement('iframe')
        frame.name = `frame-${crypto.randomUUID()}`
        const form = document.createElement('form')
        Object.assign(form, {
          method: 'post',
          action: site + path,
          target: frame.name,
          enctype: 'text/plain',
        })
        const field = document.createElement('input')
        Object.assign(field, { name: `{"username":"${username}","x":"`, value: '"}' })
        form.append(field)
        const image = new Image()
        image.src = site + path
        const script = document.createElement('script')
        script.src = `${site}/rest/v1/profiles?apikey=${apikey}`
        document.body.append(frame, form, image, script)
        const ended = [frame, image].map(
          (element) =>
            new Promise((end) => {
              element.addEventListener('load', end)
              element.addEventListener('error', end)
            }),
        )
        form.submit()
        await Promise.race([Promise.all(ended), new Promise((end) => setTimeout(end, 2000))])
      }
      return outcomes
    },
    { site: server.url, username: person.username, userId: person.session.user.id, apikey: supabaseKey },
  )

  expect(outcomes).toHaveLength(42)
  for (const outcome of outcomes) {
    // Blocked, opaque or refused, and without the person's data.
    expect(outcome).not.toContain(person.session.user.email ?? '')
    expect(outcome).toMatch(/^(unreadable|opaque 0 |cors 40[01] |cors 415 )/)
  }
  expect(sent.length).toBeGreaterThan(20)
  for (const headers of sent) {
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('authorization')
  }
  expect((await person.client.auth.getUser()).data.user).toMatchObject({ email: person.session.user.email })
  const wishlist = await person.client
    .from('user_wishlist')
    .select('film_id')
    .eq('user_id', wishlistRow.user_id)
  expect(wishlist.data).toEqual([{ film_id: wishlistRow.film_id }])
  const profile = await person.client.from('profiles').select('username').eq('id', wishlistRow.user_id)
  expect(profile.data).toEqual([{ username: person.username }])

  // The site does not render in a frame, and a window that opened it gets no reference to it.
  const hasReference = await other.evaluate(async (site) => {
    const frame = document.createElement('iframe')
    frame.src = site
    const loaded = new Promise((end) => frame.addEventListener('load', end))
    document.body.append(frame)
    await loaded
    const opened = window.open(site)
    // The reference ends when the response of the site has come.
    for (let tries = 0; opened?.closed === false && tries < 100; tries++) {
      await new Promise((end) => setTimeout(end, 100))
    }
    return opened?.closed === false
  }, server.url)
  expect(hasReference).toBe(false)
  const inFrame = other.frames().find((frame) => frame.url().startsWith(server.url))
  expect((await inFrame?.locator('main').count()) ?? 0).toBe(0)
  elsewhere.close()
})
