import type { Page } from '@playwright/test'
import { test as adminTest, createFilm, signUpAdmin } from '../support/admin.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs } from '../support/people.ts'
import { openAsCollector } from './collector.ts'
import { readEveryStore, waitUntilStored } from './stored-pages.ts'

test.use({ serviceWorkers: 'allow' })
adminTest.use({ serviceWorkers: 'allow' })

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load resource/

test('the caches of the service worker hold files and the home page, and no response of the API', async ({
  page,
  server,
}) => {
  const person = await openAsCollector(page, server.url)
  for (const address of ['/spine/2', `/${person.username}`, `/${person.username}/progress`, '/account']) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
  }
  const paths = await cachedPaths(page)
  expect(paths).toContain('/index.html')
  expect(paths).toContain('/')
  const files = /^\/(index\.html|manifest\.webmanifest|assets\/[^/]+|[^/]+\.(js|css|svg|png|ico|woff2))?$/
  expect(paths.filter((path) => !files.test(path))).toEqual([])
})

test('a profile that becomes private is gone for a visitor with a service worker, with and without a network', async ({
  page,
  context,
  newVisitor,
  server,
  problems,
}) => {
  problems.expect(NO_NETWORK, /could not be read|unreachable/)
  const { client, session, username } = await openAsCollector(await newVisitor(), server.url)
  const collection = page.getByRole('heading', { name: `${username}'s Collection` })
  await page.goto(`/${username}`)
  await expect(collection).toBeVisible()
  await waitUntilStored(page)
  await page.reload()
  await expect(collection).toBeVisible()
  await client.from('profiles').update({ visibility: 'private' }).eq('id', session.user.id).throwOnError()
  await page.goto(`/${username}`)
  await expect(page).toHaveURL('/')
  await context.setOffline(true)
  await page.goto(`/${username}`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(homePage(page).cards).toHaveCount(0)
  expect(await readEveryStore(page)).not.toContain(session.user.id)
})

test('what a person ticks on another device is shown by the next visit, although the browser stores their collection', async ({
  page,
  server,
}) => {
  const { client, session, username } = await openAsCollector(page, server.url)
  await page.goto('about:blank')
  await client
    .from('user_ownership')
    .update({ owns_bluray: true })
    .eq('user_id', session.user.id)
    .throwOnError()
  await page.goto(`/${username}?tab=owned`)
  const card = homePage(page).card('Seven Samurai')
  await expect(card.getByRole('checkbox', { name: /^DVD/ })).toBeChecked()
  // The stored collection would show it unchecked first.
  expect(await card.getByRole('checkbox', { name: /^BD/ }).isChecked()).toBe(true)
})

adminTest(
  'an edit is shown by the next visit, although the browser stores the catalogue',
  async ({ page, server }) => {
    const admin = await signUpAdmin(server, 'editor')
    const film = await createFilm(admin, 'A Film under Its First Title')
    await signInAs(page.context(), admin)
    await page.goto('/')
    await waitUntilStored(page, admin)
    await page.goto('about:blank')
    await admin.client
      .from('films')
      .update({ title: 'A Film under Another Title' })
      .eq('id', film.id)
      .throwOnError()
    await page.goto(`/spine/${film.spine}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Film under Another Title')
    await page.goto('/?q=a+film+under')
    await expect(homePage(page).cards).toHaveCount(1)
    await expect(homePage(page).card('A Film under Another Title')).toBeVisible()
  },
)

adminTest(
  'without a network the home page shows the stored catalogue, although its document is older',
  async ({ page, context, server, problems }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED/)
    const admin = await signUpAdmin(server, 'later')
    await signInAs(context, admin)
    await page.goto('/')
    await waitUntilStored(page, admin)
    const count = async () => {
      const text = await homePage(page).status.textContent()
      return Number(/of ([\d,]+) titles/.exec(text ?? '')?.[1]?.replace(',', ''))
    }
    await expect.poll(count).toBeGreaterThan(1000)
    const before = await count()
    await page.goto('about:blank')
    const film = await createFilm(admin, 'A Film Added Later')
    await page.goto(`/spine/${film.spine}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Film Added Later')
    await expect.poll(() => readEveryStore(page), { timeout: 120_000 }).toContain('A Film Added Later')
    await context.setOffline(true)
    await page.goto('/')
    await expect.poll(count).toBe(before + 1)
  },
)

/** The paths of all that the service worker stores. */
function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(opened.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}
