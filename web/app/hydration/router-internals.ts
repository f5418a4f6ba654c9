import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

// These are the three places in `web/` that use the internals of TanStack Router. It hydrates a page only through its own
// server packages, which this server does not use, and gives a history entry no public key. router-internals.test.ts fails
// if a release renames the second or the third; test/e2e/site/server-rendering.test.ts fails if one changes what they do.

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

/** The key of a location's history entry; it differs between two visits of one page. */
export function entryKey(location: Pick<ParsedLocation, 'state'>): string | undefined {
  return location.state.__TSR_key
}
