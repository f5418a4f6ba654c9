/** Whether the site can be reached. `offline`: this device has no network. `unreachable`: the site does not respond. */
export type Connection = 'online' | 'offline' | 'unreachable'

/**
 * What is known to fail: the device has no network, the site does not respond, some queries failed, or some marks could
 * not be sent.
 */
type Trouble = 'network' | 'site' | 'reads' | 'marks'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 30_000
// Events arrive in bursts, for example when the network and the tab come back together.
const LEAST_PAUSE_MS = 1_000

const troubles = new Set<Trouble>()
const listeners = new Set<() => void>()
const reconnectCallbacks = new Set<() => Promise<unknown>>()

let site: Site | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let probes = 0
let lastProbe = 0
let isProbing = false
let notBefore = 0

interface Site {
  /** Returns whether the site responds. */
  probe: () => Promise<boolean>
  /** Repeats the queries that failed. */
  retryReads: () => Promise<unknown>
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

/**
 * Whether requests are known to reach nothing: the device has no network, or the site did not respond to the last one.
 * A request that failed for another reason leaves the site within reach.
 */
export function isCutOff(): boolean {
  return troubles.has('network') || troubles.has('site')
}

/** Begins or ends a trouble. While there is one, the site is probed repeatedly, with growing pauses. */
export function setTrouble(trouble: Trouble, isPresent: boolean): void {
  if (troubles.has(trouble) === isPresent) return
  if (isPresent) troubles.add(trouble)
  else troubles.delete(trouble)
  if (troubles.size === 0) {
    probes = 0
    clearTimeout(timer)
  } else if (isPresent && troubles.size === 1) scheduleProbe()
  for (const listener of listeners) listener()
}

/** Records that a request got no response. */
export function recordNoResponse(): void {
  setTrouble(navigator.onLine ? 'site' : 'network', true)
}

/**
 * Calls `callback` whenever the site responds again, before failed queries are repeated.
 * @returns a function that removes it.
 */
export function onReconnect(callback: () => Promise<unknown>): () => void {
  reconnectCallbacks.add(callback)
  return () => reconnectCallbacks.delete(callback)
}

/** Sends no probes or retries for as long as the site asked (Retry-After), at most a minute. */
export function backOff(seconds: number): void {
  if (seconds > 0) notBefore = Math.max(notBefore, Date.now() + Math.min(seconds, 60) * 1000)
}

export function isBackingOff(): boolean {
  return Date.now() < notBefore
}

/** Follows the browser's online and offline events, and sets how the site is probed. */
export function watchConnection(watched: Site): void {
  site = watched
  setTrouble('network', !navigator.onLine)
  addEventListener('offline', () => setTrouble('network', true))
  addEventListener('online', () => checkConnection())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkConnection()
  })
}

/** Probes the site now if something is known to fail, at most once a second, instead of after the current pause. */
export function checkConnection(): void {
  if (troubles.size > 0 && !isBackingOff() && Date.now() - lastProbe > LEAST_PAUSE_MS) void probe()
}

function scheduleProbe(): void {
  clearTimeout(timer)
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** probes, LONGEST_PAUSE_MS)
  // Random, so that clients that lost the connection together do not return together.
  const scattered = pause * (0.75 + Math.random() / 2)
  timer = setTimeout(probe, Math.max(scattered, notBefore - Date.now()))
}

async function probe(): Promise<void> {
  if (isProbing || !site) return
  isProbing = true
  probes++
  lastProbe = Date.now()
  try {
    const isReachable = await site.probe()
    // A browser may report no network although the site is reachable, so the probe's result counts.
    setTrouble('site', !isReachable && navigator.onLine)
    setTrouble('network', !isReachable && !navigator.onLine)
    if (!isReachable) return
    await Promise.allSettled([...reconnectCallbacks].map((callback) => callback()))
    await site.retryReads()
  } finally {
    isProbing = false
    if (troubles.size > 0) scheduleProbe()
  }
}
