import { lazyRouteComponent } from '@tanstack/react-router'
import { onReconnect, setTrouble } from '../connection/connection.ts'
import { retryStylesheets } from './hydration/retry-stylesheets.ts'

/** A page's code could not be loaded because the site is out of reach. */
export class PageUnreachableError extends Error {}

// The page and what it shows first are there by then.
const IDLE_AFTER_MS = 4_000

interface Loadable {
  preload?: () => Promise<unknown>
}

const pages = new Set<Loadable>()
const missing = new Set<Loadable>()
onReconnect(retryMissingPages)

/**
 * A page whose code is loaded when it is first needed, or by `preloadPages`. The router would answer a failure by
 * loading the site anew, which without a network loses what is on the page; so that is left for when the site answers.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  { preloaded = false } = {},
) {
  const page = lazyRouteComponent(async () => {
    const loadStyled = () => retryStylesheets().then(load)
    try {
      return await loadStyled()
    } catch (error) {
      // Perhaps it has just come back.
      if (await answers()) return await loadStyled()
      missing.add(page as Loadable)
      setTrouble('answer', true)
      throw new PageUnreachableError('The page could not be loaded: the site is out of reach.', {
        cause: error,
      })
    }
  }, name)
  if (preloaded) pages.add(page as Loadable)
  return page
}

/** Tries once more to load the pages that were missing; whoever has left one may come back to it. */
export async function retryMissingPages(): Promise<void> {
  await Promise.all(
    [...missing].map(async (page) => {
      await page.preload?.()
      if (!page.preload) missing.delete(page)
    }),
  )
}

/** Loads ahead, when there is nothing else to do, what people may go to without a network; unless data is dear. */
export function preloadPages(): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return () => {}
  const timer = setTimeout(async () => {
    for (const page of pages) await page.preload?.()
  }, IDLE_AFTER_MS)
  return () => clearTimeout(timer)
}

async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    return status < 500
  } catch {
    return false
  }
}
