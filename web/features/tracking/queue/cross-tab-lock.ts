const LOCK = 'unsent-marks'
const SETTLING_MS = 150

/** Sends one mark as it is made; any number may, but none while what has waited is being sent. */
export function besideOthers<T>(send: () => Promise<T>): Promise<T> {
  return locked('shared', send)
}

/** Sends what has waited: one tab at a time, and when nothing else is on its way. */
export function alone<T>(send: () => Promise<T>): Promise<T> {
  return locked('exclusive', async () => {
    // What the tab before this one has sent takes a moment to leave the storage that this one sees.
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS))
    return send()
  })
}

/** Without locks, which browsers give only to safe addresses, the server tells what comes twice. */
function locked<T>(mode: LockMode, send: () => Promise<T>): Promise<T> {
  return globalThis.navigator?.locks ? navigator.locks.request(LOCK, { mode }, send) : send()
}
