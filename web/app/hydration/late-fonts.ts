import type { AnyRouter } from '@tanstack/react-router'

declare global {
  interface Window {
    /** Has the page use the faces, however late they come, as `before-paint.js` does where the browser has kept them. */
    bringFaces?: () => Promise<void>
  }
}

/** A first page that the faces came too late for goes without them; the next one has them, without a loading, too. */
export function loadFontsOnNextPage(router: AnyRouter): void {
  router.subscribe('onBeforeRouteMount', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) void window.bringFaces?.()
  })
}
