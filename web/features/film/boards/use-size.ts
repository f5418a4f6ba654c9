import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'

const PHONE = '(width < 48rem)'

/** Whether the window is as narrow as a phone; false on the server. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(PHONE)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(PHONE).matches,
    () => false,
  )
}

/** The width of an element in pixels; undefined before it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width))
    setWidth(current.clientWidth)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
