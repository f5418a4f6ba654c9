/**
 * The number of the running request that may be ended, in memory that both threads share; 0 if there is none. The main
 * thread ends a request by exchanging its number, and the worker exchanges it before the commit. Only one of them
 * succeeds, so a request that was ended is never committed.
 */
export type Endable = Int32Array<SharedArrayBuffer>

/** Longer than a tick of the event loop, and short beside any time limit. */
const LOOK_EVERY_MS = 50

export function newEndable(): Endable {
  return new Int32Array(new SharedArrayBuffer(4))
}

/** For the worker: runs a request up to its commit, during which it may be ended. Does not return if it was. */
export async function whileEndable<T>(endable: Endable, id: number, work: () => Promise<T>): Promise<T> {
  Atomics.store(endable, 0, id)
  try {
    return await work()
  } finally {
    if (Atomics.compareExchange(endable, 0, id, 0) !== id) process.exit(1)
  }
}

/**
 * For the main thread: ends a request that takes longer than its time limit.
 * @param limitOf the time limit of a request, in ms.
 * @param onEnded must end the worker.
 * @returns a function that stops it.
 */
export function watchTimeLimits(
  endable: Endable,
  limitOf: (id: number) => number,
  onEnded: (id: number) => void,
): () => void {
  let seen = { id: 0, at: 0 }
  const timer = setInterval(() => {
    const id = Atomics.load(endable, 0)
    const now = performance.now()
    if (id !== seen.id) seen = { id, at: now }
    if (id === 0 || now - seen.at < limitOf(id)) return
    if (Atomics.compareExchange(endable, 0, id, 0) === id) onEnded(id)
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
