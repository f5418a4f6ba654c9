import { useSyncExternalStore } from 'react'

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia('print')
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia('print').matches,
    () => false,
  )
}
