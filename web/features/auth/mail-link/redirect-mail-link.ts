import { PATHS } from '../../../../domain/paths.ts'

/** A parameter that each fragment has that `readMailLink` reads. It is not imported, because the first scripts contain this. */
const MAIL_LINK = /[#&](token_hash|access_token|error_description)=/

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
