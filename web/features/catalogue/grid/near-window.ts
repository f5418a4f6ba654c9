import { type RefObject, useEffect, useState } from 'react'

// As much again above and below the window, so that scrolling at a reader's pace never meets an empty place.
const MARGIN = '100% 0px'
// A frame has time for as many to come and as many to go; all that a leap changes at once would hold it up.
const CHANGES_A_FRAME = 4

interface Change {
  isNear: boolean
  /** From the middle of the window, in px. */
  distance: number
}

const followers = new Map<Element, (isNear: boolean) => void>()
const changes = new Map<Element, Change>()
let observer: IntersectionObserver | undefined
let frame = 0

/** Whether an element is in the window or near it. It is not before it was looked at, and stays so while it has the focus. */
export function useNearWindow(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current) return
    return follow(current, (isNear) => setNear(isNear || current.contains(document.activeElement)))
  }, [element])
  return isNear
}

/** One observer and one frame’s work for all of them: there are as many as the catalogue has films. */
function follow(element: Element, tell: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(note, { rootMargin: MARGIN })
  followers.set(element, tell)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    followers.delete(element)
    changes.delete(element)
  }
}

function note(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect: box } of entries) {
    const distance = Math.abs(box.top + box.height / 2 - innerHeight / 2)
    changes.set(target, { isNear: isIntersecting, distance })
  }
  if (frame === 0) frame = requestAnimationFrame(tellSome)
}

function tellSome(): void {
  const byDistance = [...changes].sort(([, a], [, b]) => a.distance - b.distance)
  const coming = byDistance.filter(([, { isNear }]) => isNear).slice(0, CHANGES_A_FRAME)
  const going = byDistance.filter(([, { isNear }]) => !isNear).slice(-CHANGES_A_FRAME)
  for (const [element, { isNear }] of [...coming, ...going]) {
    changes.delete(element)
    followers.get(element)?.(isNear)
  }
  frame = changes.size > 0 ? requestAnimationFrame(tellSome) : 0
}
