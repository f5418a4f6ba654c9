import { currentConnection, setTrouble, subscribeToConnection } from '../connection/connection.ts'
import { isSiteReachable } from '../data/supabase.ts'

let missed = false
const listeners = new Set<() => void>()

subscribeToConnection(() => currentConnection() === 'online' && set(false))

/** Has whoever asked to sign in told, as long as the site is out of reach, that this must wait. */
export async function reportOfflineSignIn(): Promise<void> {
  if (await isSiteReachable()) return
  set(true)
  setTrouble('answer', true)
}

/** Shaped for `useSyncExternalStore`, as is `isSignInOffline`. */
export function subscribeToOfflineSignIn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isSignInOffline(): boolean {
  return missed
}

function set(isMissed: boolean): void {
  if (missed === isMissed) return
  missed = isMissed
  for (const listener of listeners) listener()
}
