import { useSyncExternalStore } from 'react'

const PRINT = 'print'

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(PRINT)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(PRINT).matches,
    () => false,
  )
}
