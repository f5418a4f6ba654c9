import type { QueryClient } from '@tanstack/react-query'
import { isCutOff, onReconnect, subscribeToConnection } from '../connection/connection.ts'

/** By then the page has loaded what it shows. */
const AFTER_MS = 5_000

/**
 * Stores what the pages need without a network, as long as the page is open and some seconds after the call: the files of
 * the pages, the catalogue, and what the person tracks.
 * @returns a function that ends it.
 */
export function keepOfflineData(client: QueryClient, userId: string | undefined): () => void {
  let isStopped = false
  let stop = () => {}
  const timer = setTimeout(async () => {
    try {
      const { storeForOffline } = await import('../offline/store-for-offline.ts')
      if (isStopped) return
      stop = storeForOffline(client, userId)
      // Signing out without a network asks first.
      if (userId !== undefined) await import('../features/auth/sign-out-dialog.tsx')
    } catch (error) {
      // Without it, the pages need a network.
      console.warn(error)
    }
  }, AFTER_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
    stop()
  }
}

/**
 * Reads everything that was answered from what the browser stores again when the site is back. Queries that are under way
 * when the site turns out to be out of reach start again: they may wait for a session that cannot be refreshed.
 * @returns a function that ends it.
 */
export function rereadStoredAnswers(client: QueryClient): () => void {
  // The page may have begun without a network.
  let cutOffSince = isCutOff() ? performance.timeOrigin : undefined

  const stops = [
    subscribeToConnection(() => {
      if (!isCutOff() || cutOffSince !== undefined) return
      cutOffSince = Date.now()
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.fetchStatus === 'fetching',
      })
    }),
    onReconnect(async () => {
      const since = cutOffSince
      cutOffSince = undefined
      if (since === undefined) return
      await client.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt >= since })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
