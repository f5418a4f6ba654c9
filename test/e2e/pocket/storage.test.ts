import type { BrowserContext, Page } from '@playwright/test'
import { test as adminTest, createFilm, signUpAdmin } from '../support/admin.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'
import { readEveryStore, waitUntilStored } from './stored-pages.ts'

test.use({ serviceWorkers: 'allow' })
adminTest.use({ serviceWorkers: 'allow' })

/** What the catalogue may cost on the line. */
const MAX_BYTES = 150_000

const CATALOGUE = /\/rest\/v1\/(films|sets|film_prices)\?/

test('the catalogue costs at most 150 KB on the line, and a second visit reads only whether it changed', async ({
  page,
  context,
}) => {
  const bytes = countBytes(context)
  await page.goto('/')
  await waitUntilStored(page)
  const first = await bytes()
  expect(first).toBeGreaterThan(80_000)
  expect(first).toBeLessThan(MAX_BYTES)
  await openAgain(page, bytes)
  expect(await bytes()).toBeLessThan(MAX_BYTES / 5)
})

adminTest('an edit costs no second download of the catalogue', async ({ page, context, server }) => {
  const admin = await signUpAdmin(server, 'editor')
  const bytes = countBytes(context)
  await page.goto('/')
  await waitUntilStored(page)
  const film = await createFilm(admin, 'A Film of a Later Day')
  await openAgain(page, bytes)
  await expect.poll(() => readEveryStore(page)).toContain('A Film of a Later Day')
  await admin.client.from('films').delete().eq('id', film.id).throwOnError()
  await openAgain(page, bytes)
  await expect.poll(() => readEveryStore(page)).not.toContain('A Film of a Later Day')
  expect(await bytes()).toBeLessThan(MAX_BYTES / 5)
})

test('in a browser whose storage is full, the site works and saves a tick', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/Quota|storage/i)
  const person = await signUp(server.url, 'full')
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    Cache.prototype.put = async () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await signInAs(context, person)
  const read = page.waitForResponse(/own_tracking/)
  await page.goto('/')
  await read
  const dvd = homePage(page).card('Seven Samurai').getByRole('checkbox', { name: /^DVD/ })
  await dvd.check()
  await page.reload()
  await expect(dvd).toBeChecked()
})

test('in a browser that refuses to store anything, the site works and saves a tick', async ({
  page,
  context,
  server,
  problems,
}) => {
  problems.expect(/SecurityError|Refused/)
  const person = await signUp(server.url, 'refusing')
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Refused', 'SecurityError')
    }
    IDBFactory.prototype.open = refuse
    ServiceWorkerContainer.prototype.register = async () => refuse()
  })
  await signInAs(context, person)
  await page.goto('/')
  const dvd = homePage(page).card('Seven Samurai').getByRole('checkbox', { name: /^DVD/ })
  await dvd.check()
  await expect(homePage(page).card('Seven Samurai').getByTitle('Not sent yet')).toHaveCount(0)
  // By then the page has tried to store what it needs without a network.
  await page.waitForTimeout(7000)
  await page.reload()
  await expect(dvd).toBeChecked()
  await homePage(page).search.fill('ikiru')
  await expect(homePage(page).cards).toHaveCount(1)
})

test('storage that the browser has cleared is filled again', async ({ page, problems }) => {
  problems.expect(/IDBDatabase|closing/)
  await page.goto('/')
  await waitUntilStored(page)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    indexedDB.deleteDatabase('offline-data')
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister()
  })
  await page.reload()
  await expect(homePage(page).cards).toHaveCount(50)
  await waitUntilStored(page)
})

/** Returns a function that gives the bytes of the catalogue's responses since its last call. */
function countBytes(context: BrowserContext): () => Promise<number> {
  let sizes: Promise<number>[] = []
  context.on('response', (response) => {
    // The page's own lists are not what is stored.
    if (!CATALOGUE.test(response.url()) || /limit=(50|1)(&|$)/.test(response.url())) return
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    )
  })
  return async () => {
    const counted = await Promise.all(sizes)
    sizes = []
    return counted.reduce((sum, size) => sum + size, 0)
  }
}

/** Opens the page again and waits until the catalogue was compared. */
async function openAgain(page: Page, bytes: () => Promise<number>): Promise<void> {
  await bytes()
  const compared = page.waitForResponse(/select=id(%2C|,)revision/)
  await page.reload()
  await compared
  await page.waitForLoadState('networkidle')
}
