import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import type { Person } from '../support/people.ts'

/** What a browser stores of the site, as text: every entry of each kind of storage. */
export function readEveryStore(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        texts.push(
          request.url,
          JSON.stringify([...(response?.headers ?? [])]),
          (await response?.text()) ?? '',
        )
      }
    }
    for (const { name } of await indexedDB.databases()) texts.push(await databaseText(name ?? ''))
    return texts.join('\n')

    async function databaseText(name: string): Promise<string> {
      const database = await resultOf(indexedDB.open(name))
      const stores = [...database.objectStoreNames].map((store) =>
        resultOf(database.transaction(store).objectStore(store).getAll()),
      )
      const text = JSON.stringify(await Promise.all(stores))
      database.close()
      return text
    }

    function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    }
  })
}

/** Waits until the browser stores all that the pages need without a network, for a person with what they track. */
export async function waitUntilStored(page: Page, person?: Person): Promise<void> {
  const isStored = () =>
    page.evaluate(async (userId) => {
      const registration = await navigator.serviceWorker.getRegistration()
      if (!registration?.active) return 'no service worker'
      const { catalogue, person } = await storedTables()
      if (!catalogue) return 'no catalogue'
      return userId === undefined || person?.profile.id === userId ? 'stored' : 'no tracking'

      async function storedTables(): Promise<Record<string, { profile: { id: string } } | undefined>> {
        if (!(await indexedDB.databases()).some(({ name }) => name === 'offline-data')) return {}
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('offline-data')
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => reject(opening.error)
        })
        const read = (key: string) =>
          new Promise<{ profile: { id: string } } | undefined>((resolve) => {
            const request = database.transaction('tables').objectStore('tables').get(key)
            request.onsuccess = () => resolve(request.result)
          })
        const tables = { catalogue: await read('catalogue'), person: await read('person') }
        database.close()
        return tables
      }
    }, person?.session.user.id)
  await expect.poll(isStored, { timeout: 120_000 }).toBe('stored')
}
