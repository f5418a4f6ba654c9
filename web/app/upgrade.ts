const KEY = 'reloaded-for-upgrade'
const LEAST_INTERVAL_MS = 60_000

/**
 * Reloads the page when a chunk is missing, at most once a minute: an upgrade of the server removes the chunks that an
 * open tab may still request. The address and sessionStorage preserve the view.
 */
export function reloadAfterUpgrade(): void {
  addEventListener('vite:preloadError', async () => {
    if (Date.now() - lastReload() < LEAST_INTERVAL_MS) return
    // Without a network, or while a proxy responds with errors, a reload would lose the page.
    const response = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(
      () => undefined,
    )
    if (!response || response.status >= 500) return
    if (recordReload()) location.reload()
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
