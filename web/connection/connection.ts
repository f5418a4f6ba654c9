/** Whether the site can be reached. `offline`: this device has no network. `unreachable`: the site does not respond. */
export type Connection = 'online' | 'offline' | 'unreachable'

/**
 * What is known to fail: the device has no network, the site does not respond, some queries failed, or some marks could
 * not be sent.
 */
type Trouble = 'network' | 'answer' | 'reads' | 'marks'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 30_000
// Events arrive in bursts, for example when the network and the tab come back together.
const LEAST_PAUSE_MS = 1_000

const troubles = new Set<Trouble>()
const listeners = new Set<() => void>()
const senders = new Set<() => Promise<unknown>>()

let site: Site | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let attempts = 0
let lastAttempt = 0
let isTrying = false
let notBefore = 0

interface Site {
  /** Returns whether the site responds. */
  probe: () => Promise<boolean>
  /** Repeats the queries that failed. */
  reread: () => Promise<unknown>
}

/** Fits `useSyncExternalStore`, as does `currentConnection`. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentConnection(): Connection {
  if (troubles.has('network')) return 'offline'
  return troubles.size > 0 ? 'unreachable' : 'online'
}

/** Begins or ends a trouble. While there is one, the site is probed repeatedly, with growing pauses. */
export function setTrouble(trouble: Trouble, isThere: boolean): void {
  if (troubles.has(trouble) === isThere) return
  if (isThere) troubles.add(trouble)
  else troubles.delete(trouble)
  if (troubles.size === 0) {
    attempts = 0
    clearTimeout(timer)
  } else if (isThere && troubles.size === 1) planAttempt()
  for (const listener of listeners) listener()
}

/**
 * Calls `send` whenever the site responds again, before failed queries are repeated.
 * @returns a function that removes it.
 */
export function onReconnect(send: () => Promise<unknown>): () => void {
  senders.add(send)
  return () => senders.delete(send)
}

/** Sends no probes or retries for as long as the site asked (Retry-After), at most a minute. */
export function backOff(seconds: number): void {
  if (seconds > 0) notBefore = Math.max(notBefore, Date.now() + Math.min(seconds, 60) * 1000)
}

export function isBackingOff(): boolean {
  return Date.now() < notBefore
}

/** Follows the browser's online and offline events, and sets how the site is probed. */
export function watchConnection(way: Site): void {
  site = way
  setTrouble('network', !navigator.onLine)
  addEventListener('offline', () => setTrouble('network', true))
  addEventListener('online', () => tryNow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tryNow()
  })
}

function tryNow(): void {
  if (troubles.size > 0 && !isBackingOff() && Date.now() - lastAttempt > LEAST_PAUSE_MS) void tryAgain()
}

function planAttempt(): void {
  clearTimeout(timer)
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS)
  // Random, so that clients that lost the connection together do not return together.
  const scattered = pause * (0.75 + Math.random() / 2)
  timer = setTimeout(tryAgain, Math.max(scattered, notBefore - Date.now()))
}

async function tryAgain(): Promise<void> {
  if (isTrying || !site) return
  isTrying = true
  attempts++
  lastAttempt = Date.now()
  try {
    const answers = await site.probe()
    // A browser may report no network although the site is reachable, so the probe's result counts.
    setTrouble('answer', !answers && navigator.onLine)
    setTrouble('network', !answers && !navigator.onLine)
    if (!answers) return
    await Promise.allSettled([...senders].map((send) => send()))
    await site.reread()
  } finally {
    isTrying = false
    if (troubles.size > 0) planAttempt()
  }
}
