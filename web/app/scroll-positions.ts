import type { AnyRouter } from '@tanstack/react-router'

/**
 * Keeps the place in a page that is being left, for whoever comes back to it. While the next page is on its way, what
 * stands in for it may be shorter; where the window is moved to by that, the router would take for the place.
 */
export function keepScrollPositions(router: AnyRouter): void {
  addEventListener(
    'scroll',
    (event) => {
      if (router.state.status === 'pending') event.stopPropagation()
    },
    true,
  )
}
