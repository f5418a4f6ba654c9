import { useEffect, useEffectEvent } from 'react'

/** Calls a function once, when the component is hydrated, to read what was typed or chosen before. */
export function useOnHydrated(onHydrated: () => void): void {
  const run = useEffectEvent(onHydrated)
  useEffect(() => run(), [])
}
