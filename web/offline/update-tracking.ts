import type { QueryClient } from '@tanstack/react-query'
import type { OfflinePerson } from '../../domain/offline/tables.ts'
import { readConfig } from '../app/config.ts'
import { isCutOff } from '../connection/connection.ts'
import { marksKey } from '../features/tracking/marks/marks-query.ts'
import { signedInClient } from '../features/tracking/signed-in-client.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { storeTracking } from './stored-data.ts'

/** Changes come in bursts: a person ticks several boxes. */
const PAUSE_MS = 1_000

/**
 * Stores what a person tracks, now and after each change that the page hears of: its own, those of other tabs and those of
 * other devices.
 * @returns a function that ends it.
 */
export function keepTracking(client: QueryClient, userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function update(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (isCutOff()) return
    try {
      const person = await readTracking(userId)
      // The person may have signed out meanwhile, here or in another tab.
      const isSignedIn = readStoredPerson(readConfig().supabaseUrl)?.userId === userId
      if (isSignedIn && !isStopped) await storeTracking({ ...person, readAt: Date.now() })
    } catch (error) {
      // What is stored stays; the next change tries again.
      console.warn(error)
    }
  }

  function updateSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(update, PAUSE_MS)
  }

  const [key, id] = marksKey(userId)
  const stopWatching = client.getQueryCache().subscribe(({ type, query }) => {
    const isOwn = query.queryKey[0] === key && query.queryKey[1] === id
    if (type === 'updated' && isOwn && query.state.fetchStatus !== 'fetching') updateSoon()
  })
  const updateBeforeLeaving = () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) void update()
  }
  document.addEventListener('visibilitychange', updateBeforeLeaving)
  updateSoon()
  return () => {
    isStopped = true
    clearTimeout(timer)
    stopWatching()
    document.removeEventListener('visibilitychange', updateBeforeLeaving)
  }
}

async function readTracking(userId: string): Promise<OfflinePerson> {
  const client = await signedInClient(userId)
  const { data } = await client.rpc('own_tracking').throwOnError()
  return data as unknown as OfflinePerson
}
