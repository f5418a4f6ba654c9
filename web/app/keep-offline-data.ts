import type { QueryClient } from '@tanstack/react-query'

/** By then the page has loaded what it shows. */
const AFTER_MS = 5_000

/**
 * Stores what the pages need without a network, from some seconds after the call and as long as the page is open: the
 * files of the pages, the catalogue, and what the person tracks.
 * @returns a function that ends it.
 */
export function keepOfflineData(client: QueryClient, userId: string | undefined): () => void {
  let isStopped = false
  let stop = () => {}
  const timer = setTimeout(async () => {
    try {
      await onceLoaded()
      const { storeForOffline } = await import('../offline/store-for-offline.ts')
      if (isStopped) return
      stop = storeForOffline(client, userId)
      // The dialog is loaded ahead, because signing out without a network shows it.
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

/** Resolves when the page has loaded all that it names. */
function onceLoaded(): Promise<unknown> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}
