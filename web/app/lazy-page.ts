import { lazyRouteComponent } from '@tanstack/react-router'
import { onReconnect, setTrouble } from '../connection/connection.ts'
import { ChunkUnreachableError } from './load-chunk.ts'

/** A page's code could not be loaded because the site is unreachable. */
export class PageUnreachableError extends Error {}

// By then the page and its data have usually loaded.
const PRELOAD_AFTER_MS = 4_000

/** How long the site may take to answer whether it responds. */
const TIMEOUT_MS = 10_000

interface Loadable {
  preload?: () => Promise<unknown>
}

const offlinePages = new Set<Loadable>()
const missing = new Set<Loadable>()
onReconnect(retryMissingPages)

/**
 * Makes a page component whose code loads when it is first needed, or with `loadOfflinePages`. The router reloads the
 * document if the code fails to load. Without a network that would lose the page, so it happens only if the site
 * responds.
 * @param options `offline`: people may open the page without a network, so `loadOfflinePages` loads it ahead.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  { offline = false } = {},
) {
  const page = lazyRouteComponent(async () => {
    try {
      return await load().catch(async () => {
        // The site may be back by now.
        if (await siteResponds()) return load()
        throw new ChunkUnreachableError()
      })
    } catch (error) {
      if (!(error instanceof ChunkUnreachableError)) throw error
      missing.add(page as Loadable)
      setTrouble('site', true)
      throw new PageUnreachableError('The page could not be loaded: the site is unreachable.', {
        cause: error,
      })
    }
  }, name)
  if (offline) offlinePages.add(page as Loadable)
  return page
}

/** Loads the pages that failed again, including those that the person has left since. */
export async function retryMissingPages(): Promise<void> {
  await Promise.all(
    [...missing].map(async (page) => {
      await page.preload?.()
      if (!page.preload) missing.delete(page)
    }),
  )
}

/**
 * Loads the pages that people may open without a network, a few seconds after the call; not if the browser saves data.
 * @returns a function that cancels it.
 */
export function loadOfflinePages(): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return () => {}
  const timer = setTimeout(async () => {
    for (const page of offlinePages) await page.preload?.()
  }, PRELOAD_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Whether the site serves its files. A portal answers every request with HTML. */
async function siteResponds(): Promise<boolean> {
  try {
    const url = `${import.meta.env.BASE_URL}service-worker.js`
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { headers } = await fetch(url, { method: 'HEAD', cache: 'no-store', signal })
    return headers.get('content-type')?.includes('javascript') ?? false
  } catch {
    return false
  }
}
