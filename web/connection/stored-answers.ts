import { isCutOff, setTrouble, subscribeToConnection } from './connection.ts'

/** The time of the stored data that is shown, in milliseconds. */
let shown: number | undefined
/** When storage answered first, in milliseconds. */
let storedSince: number | undefined

subscribeToConnection(() => {
  if (!isCutOff()) shown = undefined
})

/** Records that the site did not respond and that stored data of a time answered. The site is probed until it responds. */
export function recordStoredAnswer(dataTime: number): void {
  storedSince ??= Date.now()
  shown = dataTime
  setTrouble(navigator.onLine ? 'site' : 'network', true)
}

/** The time of the stored data that is shown; undefined if none is. Fits `useSyncExternalStore` with the connection. */
export function currentDataTime(): number | undefined {
  return shown
}

/** Returns since when answers came from storage, once; undefined if none did. */
export function takeStoredSince(): number | undefined {
  const since = storedSince
  storedSince = undefined
  return since
}
