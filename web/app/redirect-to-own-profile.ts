import { PATHS, pageInFragment } from '../../domain/paths.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { readConfig } from './config.ts'

/**
 * Goes on where the server has led home from: a private person asked for the own page, which the server could not know.
 * Everybody else is home. To be called before the address is read. Answers whether it goes on.
 */
export function redirectToOwnProfile(): boolean {
  const wanted = pageInFragment(location.hash)
  if (!wanted || location.pathname !== PATHS.home) return false
  const isOwn = readStoredPerson(readConfig().supabaseUrl)?.usernameHint === wanted.username
  history.replaceState(null, '', isOwn ? wanted.address : PATHS.home)
  return isOwn
}
