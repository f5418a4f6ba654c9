import { isCutOff, recordNoResponse, subscribeToConnection } from './connection.ts'

/** The time of the stored data that is shown, in milliseconds. */
let shown: number | undefined
/** When storage answered first, in milliseconds. */
let storedSince: number | undefined

const listeners = new Set<() => void>()

subscribeToConnection(() => {
  if (!isCutOff()) setShown(undefined)
})

/** Records that the site did not respond and that stored data of a time answered. The site is probed until it responds. */
export function recordStoredAnswer(dataTime: number): void {
  storedSince ??= Date.now()
  setShown(dataTime)
  recordNoResponse()
}

/** Fits `useSyncExternalStore`, as does `currentDataTime`. */
export function subscribeToDataTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The time of the stored data that is shown; undefined if none is. */
export function currentDataTime(): number | undefined {
  return shown
}

/** Returns since when answers came from storage, once; undefined if none did. */
export function takeStoredSince(): number | undefined {
  const since = storedSince
  storedSince = undefined
  return since
}

function setShown(time: number | undefined): void {
  if (shown === time) return
  shown = time
  for (const listener of listeners) listener()
}
