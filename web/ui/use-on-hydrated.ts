import { useEffect, useEffectEvent } from 'react'

/** Does something once, as soon as the page hears its visitor: about what was typed or chosen before. */
export function useOnHydrated(takeOver: () => void): void {
  const run = useEffectEvent(takeOver)
  useEffect(() => run(), [])
}
