import { useSyncExternalStore } from 'react'

/** False in the page that the server rendered, also while it is hydrated; for what works only with a script. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
