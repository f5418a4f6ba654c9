import { currentConnection, setTrouble, subscribeToConnection } from '../connection/connection.ts'
import { isSiteReachable } from '../data/supabase.ts'

/** Whether a person tried to sign in while the site was unreachable; reset when the site is back. */
let isOffline = false
const listeners = new Set<() => void>()

subscribeToConnection(() => currentConnection() === 'online' && set(false))

/** Records an attempt to sign in if the site is unreachable, so that the page shows that signing in must wait. */
export async function reportOfflineSignIn(): Promise<void> {
  if (await isSiteReachable()) return
  set(true)
  setTrouble('site', true)
}

/** Fits `useSyncExternalStore`, as does `isSignInOffline`. */
export function subscribeToOfflineSignIn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isSignInOffline(): boolean {
  return isOffline
}

function set(value: boolean): void {
  if (isOffline === value) return
  isOffline = value
  for (const listener of listeners) listener()
}
