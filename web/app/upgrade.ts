const KEY = 'reloaded-for-upgrade'
const ONCE_IN_MS = 60_000

/**
 * A server upgrade takes the chunks away that an open tab still asks for. One reload brings the new ones;
 * the address and the session storage carry the view over it.
 */
export function reloadAfterUpgrade(): void {
  addEventListener('vite:preloadError', async () => {
    if (Date.now() - lastReload() < ONCE_IN_MS) return
    // Without a network a reload would lose the page instead of repairing it.
    const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(
      () => undefined,
    )
    // As would one that a proxy answers for it.
    if (!answer || answer.status >= 500) return
    if (remember()) location.reload()
  })
}

function lastReload(): number {
  try {
    return Number(sessionStorage.getItem(KEY))
  } catch {
    return 0
  }
}

/** Without storage nothing would stop a loop of reloads, so then there is none. */
function remember(): boolean {
  try {
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
