import type { AnyRouter } from '@tanstack/react-router'

// TanStack Router hydrates a page only through its own server packages, which this server does not use. These are the
// two places where hydration reaches into the router. router-internals.test.ts fails if a release renames the second;
// test/e2e/site/server-rendering.test.ts fails if a release changes what either does.

/**
 * Makes the router render its first page as the server did, without the Suspense boundary of a page that still loads.
 * Upstream: https://github.com/TanStack/router/issues/3305
 */
export function renderAsOnServer(router: AnyRouter): void {
  router.ssr = { manifest: undefined }
}

/**
 * Keeps the router from scrolling to the top after its first rendering, as after a navigation with `resetScroll: false`:
 * the browser has restored the scroll position, or the visitor has scrolled already.
 * Upstream: https://github.com/TanStack/router/pull/7066
 */
export function keepFirstScrollPosition(router: AnyRouter): void {
  router._scroll.n = false
}
