import type { AnyRouter } from '@tanstack/react-router'

declare global {
  interface Window {
    /** Makes the page use the fonts, even if they load late. `before-paint.js` defines it. */
    bringFaces?: () => Promise<void>
  }
}

/** If the fonts loaded too late for the first page, which then keeps the fallback fonts, the next page gets them. */
export function loadFontsOnNextPage(router: AnyRouter): void {
  router.subscribe('onBeforeRouteMount', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) void window.bringFaces?.()
  })
}
