import { type RefObject, useEffect, useState } from 'react'

// One viewport height above and below, so that scrolling at a reader's pace never shows an incomplete card.
const MARGIN = '100% 0px'
// At most this many cards enter and as many leave per frame; after a jump, all changes at once would block the page.
const CHANGES_PER_FRAME = 4

interface Change {
  isNear: boolean
  /** From the middle of the viewport, in px. */
  distance: number
}

const listeners = new Map<Element, (isNear: boolean) => void>()
const changes = new Map<Element, Change>()
let observer: IntersectionObserver | undefined
let frame = 0

/** Whether an element is near the viewport: false before it is first observed, and true while it has the focus. */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current) return
    return observe(current, (isNear) => setNear(isNear || current.contains(document.activeElement)))
  }, [element])
  return isNear
}

/** All elements share one observer and one animation frame, because there may be as many as the catalogue has films. */
function observe(element: Element, listener: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(collect, { rootMargin: MARGIN })
  listeners.set(element, listener)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    listeners.delete(element)
    changes.delete(element)
  }
}

function collect(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect: box } of entries) {
    const distance = Math.abs(box.top + box.height / 2 - innerHeight / 2)
    changes.set(target, { isNear: isIntersecting, distance })
  }
  if (frame === 0) frame = requestAnimationFrame(notifySome)
}

function notifySome(): void {
  const byDistance = [...changes].sort(([, a], [, b]) => a.distance - b.distance)
  const entering = byDistance.filter(([, { isNear }]) => isNear).slice(0, CHANGES_PER_FRAME)
  const leaving = byDistance.filter(([, { isNear }]) => !isNear).slice(-CHANGES_PER_FRAME)
  for (const [element, { isNear }] of [...entering, ...leaving]) {
    changes.delete(element)
    listeners.get(element)?.(isNear)
  }
  frame = changes.size > 0 ? requestAnimationFrame(notifySome) : 0
}
