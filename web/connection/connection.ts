/** Whether the site can be reached from here: `no network` is this device's trouble, `no answer` the site's. */
export type Connection = 'online' | 'offline' | 'unreachable'

/** What is known to be wrong: the device says so, the site stays silent, pages could not be read, ticks not sent. */
type Trouble = 'network' | 'answer' | 'reads' | 'marks'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 30_000
// Events come in bursts, such as the network's and the tab's return.
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
  /** Whether it answers. */
  probe: () => Promise<boolean>
  /** Reads again what could not be read. */
  reread: () => Promise<unknown>
}

/** Shaped for `useSyncExternalStore`, as is `currentConnection`. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentConnection(): Connection {
  if (troubles.has('network')) return 'offline'
  return troubles.size > 0 ? 'unreachable' : 'online'
}

/** Begins or ends a trouble. As long as there is one, the site is tried again and again, ever more rarely. */
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

/** Has something sent as soon as the site answers again, before anything is read, until the returned function is called. */
export function onReconnect(send: () => Promise<unknown>): () => void {
  senders.add(send)
  return () => senders.delete(send)
}

/** Leaves the site alone for as long as it asked, a minute at most. */
export function backOff(seconds: number): void {
  if (seconds > 0) notBefore = Math.max(notBefore, Date.now() + Math.min(seconds, 60) * 1000)
}

export function isBackingOff(): boolean {
  return Date.now() < notBefore
}

/** Follows what the browser knows of the network, and says how the site is tried. */
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
  // So that all who were cut off do not come back in step.
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
    // A browser may take a network for none that does lead here.
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
