import type { QueryClient } from '@tanstack/react-query'
import { registerServiceWorker } from '../app/worker.ts'
import { isCutOff } from '../connection/connection.ts'
import { FILMS_KEY } from '../data/query-keys.ts'
import { removeOtherPeople } from './remove-person.ts'
import { updateCatalogue } from './update-catalogue.ts'
import { keepTracking } from './update-tracking.ts'

/** A tab that comes to the front brings the catalogue up to date after this time. */
const CATALOGUE_FRESH_MS = 10 * 60_000

/** An update waits this long after the last change, because an admin changes several films in a row. */
const CHANGES_PAUSE_MS = 5_000

/**
 * Stores what the pages need without a network: with the service worker their files, in the browser's database the catalogue
 * and what the person tracks. Without a service worker it stores nothing, because no page could open.
 * @returns a function that ends it.
 */
export function storeForOffline(client: QueryClient, userId: string | undefined): () => void {
  const stops: (() => void)[] = []
  let isStopped = false
  void start()
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }

  async function start(): Promise<void> {
    await removeOtherPeople()
    const worker = await registerServiceWorker().catch((error) => console.warn(error))
    if (!worker) return
    // Until the worker has all files, no page could open.
    await navigator.serviceWorker.ready
    if (isStopped) return
    // The code that answers without a network is loaded while there is one.
    import('./answer-offline.ts').catch((error) => console.warn(error))
    stops.push(keepCatalogue(client))
    if (userId !== undefined) stops.push(keepTracking(client, userId))
  }
}

/** Brings the catalogue up to date now, when the tab comes back to the front, and after changes that the page receives. */
function keepCatalogue(client: QueryClient): () => void {
  let updatedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function update(): Promise<void> {
    if (isCutOff()) return
    updatedAt = Date.now()
    // What is stored stays.
    await updateCatalogue().catch((error) => console.warn(error))
  }

  const stopWatching = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    if (event.query.queryKey[0] !== FILMS_KEY[0]) return
    clearTimeout(timer)
    timer = setTimeout(update, CHANGES_PAUSE_MS)
  })
  const updateWhenVisible = () => {
    const isStale = Date.now() - updatedAt > CATALOGUE_FRESH_MS
    if (document.visibilityState === 'visible' && isStale) void update()
  }
  document.addEventListener('visibilitychange', updateWhenVisible)
  void update()
  return () => {
    clearTimeout(timer)
    stopWatching()
    document.removeEventListener('visibilitychange', updateWhenVisible)
  }
}
