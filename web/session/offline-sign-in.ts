import { connectionNow, setTrouble, subscribeToConnection } from '../connection/connection.ts'
import { siteAnswers } from '../data/supabase.ts'

let missed = false
const listeners = new Set<() => void>()

subscribeToConnection(() => connectionNow() === 'here' && set(false))

/** Has whoever asked to sign in told, as long as the site is out of reach, that this must wait. */
export async function missSignIn(): Promise<void> {
  if (await siteAnswers()) return
  set(true)
  setTrouble('answer', true)
}

/** Shaped for `useSyncExternalStore`, as is `isSignInMissed`. */
export function subscribeToMissedSignIn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isSignInMissed(): boolean {
  return missed
}

function set(isMissed: boolean): void {
  if (missed === isMissed) return
  missed = isMissed
  for (const listener of listeners) listener()
}
