import { MISSING_CHUNK } from './load-chunk.ts'

const KEY = 'reloaded-for-upgrade'
const LEAST_INTERVAL_MS = 60_000

/**
 * Reloads the page when a chunk is missing, at most once a minute: an upgrade of the server removes the chunks that an
 * open tab may still request. The address and sessionStorage preserve the view.
 */
export function reloadAfterUpgrade(): void {
  addEventListener(MISSING_CHUNK, () => {
    if (Date.now() - lastReload() >= LEAST_INTERVAL_MS && recordReload()) location.reload()
  })
}

function lastReload(): number {
  try {
    return Number(sessionStorage.getItem(KEY))
  } catch {
    return 0
  }
}

/** Returns whether the time was stored. Without storage the page must not reload, because it could reload forever. */
function recordReload(): boolean {
  try {
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
