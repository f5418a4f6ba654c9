const LOCK = 'send-marks'
const SETTLING_MS = 150

/** Runs `send` while no tab sends the queue; any number of these may run at the same time. */
export function withSharedLock<T>(send: () => Promise<T>): Promise<T> {
  return withLock('shared', send)
}

/** Runs `send` in one tab at a time, while no other mark is being sent. */
export function withExclusiveLock<T>(send: () => Promise<T>): Promise<T> {
  return withLock('exclusive', async () => {
    // Changes that another tab has made to the storage take a moment to become visible here.
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS))
    return send()
  })
}

/** Browsers offer locks in secure contexts only. Without them two tabs may send a mark twice; the server detects it. */
function withLock<T>(mode: LockMode, send: () => Promise<T>): Promise<T> {
  return globalThis.navigator?.locks ? navigator.locks.request(LOCK, { mode }, send) : send()
}
