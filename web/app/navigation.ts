import type { AnyRouter } from '@tanstack/react-router'
import { PATHS, pageInFragment } from '../../domain/paths.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { readConfig } from './config.ts'

/** Each fragment that `readMailLink` reads has one of these parameters. The first scripts do not contain that function. */
const MAIL_LINK = /[#&](token_hash|access_token|error_description)=/

declare global {
  interface Window {
    /** Makes the page use the fonts, even if they load late. `before-paint.js` defines it. */
    bringFaces?: () => Promise<void>
  }
}

/**
 * Moves the focus to the content after a navigation to another page, as loading a document does. The element that had
 * the focus is gone, and a screen reader would not announce the new page.
 */
export function focusNewPages(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const content = document.getElementById('content')
    if (!fromLocation || !pathChanged || content?.contains(document.activeElement)) return
    content?.focus({ preventScroll: true })
  })
}

/**
 * Keeps the router from recording scroll events during a navigation. The placeholder of the next page may be shorter,
 * which scrolls the window, and the router would store that as the scroll position of the page that is left.
 * Upstream: https://github.com/TanStack/router/issues/7040
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

/**
 * Removes what the head of the served page says about that page when another page replaces it: a browser shares the
 * canonical address.
 */
export function removeMetadataOfFirstPage(router: AnyRouter): void {
  const stop = router.subscribe('onBeforeRouteMount', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    for (const element of document.head.querySelectorAll('[rel=canonical], [type="application/ld+json"]'))
      element.remove()
    stop()
  })
}

/** If the fonts loaded too late for the first page, which then keeps the fallback fonts, the next page gets them. */
export function loadFontsOnNextPage(router: AnyRouter): void {
  router.subscribe('onBeforeRouteMount', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) void window.bringFaces?.()
  })
}

/**
 * Returns a person to their own private profile, from which the server redirected to the home page with the profile's
 * address in the fragment: a page request does not show who sends it. For others it removes the fragment. To be called
 * before the router reads the address.
 * @returns whether the address is now that of the profile.
 */
export function redirectToOwnProfile(): boolean {
  const requested = pageInFragment(location.hash)
  if (!requested || location.pathname !== PATHS.home) return false
  const ownName = readStoredPerson(readConfig().supabaseUrl)?.usernameHint
  const isOwn = ownName !== undefined && requested.usernames.includes(ownName)
  history.replaceState(null, '', isOwn ? requested.address : PATHS.home)
  return isOwn
}

/**
 * Redirects a mail link to the sign-in page, which asks before it replaces the account that is signed in. A hosted
 * Supabase may send links to the home page. Must be called before the router reads the address.
 * @returns whether it has redirected.
 */
export function redirectMailLink(): boolean {
  if (location.pathname === PATHS.auth || !MAIL_LINK.test(location.hash)) return false
  const next = new URLSearchParams({ next: location.pathname + location.search })
  history.replaceState(null, '', `${PATHS.auth}?${next}${location.hash}`)
  return true
}
