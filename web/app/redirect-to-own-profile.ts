import { PATHS, pageInFragment } from '../../domain/paths.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { readConfig } from './config.ts'

/**
 * Returns a person to their own private profile, from which the server redirected to the home page with the profile's
 * address in the fragment: a page request does not show who sends it. For others it removes the fragment. To be called
 * before the router reads the address.
 * @returns whether the address is now that of the profile.
 */
export function redirectToOwnProfile(): boolean {
  const requested = pageInFragment(location.hash)
  if (!requested || location.pathname !== PATHS.home) return false
  const isOwn = readStoredPerson(readConfig().supabaseUrl)?.usernameHint === requested.username
  history.replaceState(null, '', isOwn ? requested.address : PATHS.home)
  return isOwn
}
