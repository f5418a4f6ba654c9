import type { AnyRouter } from '@tanstack/react-router'

/**
 * Keeps the router from recording scroll events during a navigation. The placeholder of the next page may be shorter,
 * which scrolls the window, and the router would store that as the scroll position of the page that is left.
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
