import { isUsername } from './usernames.ts'

/** The paths of the pages, for the router in the browser and for the server. */
export const PATHS = {
  home: '/',
  auth: '/auth',
  account: '/account',
  adminTitles: '/admin/titles',
  adminUpdateFormats: '/admin/update-formats',
  adminHistory: '/admin/history',
} as const

const KNOWN: ReadonlySet<string> = new Set(Object.values(PATHS))

/** Whether a path is that of a page other than a profile. */
export function isPage(path: string): boolean {
  return KNOWN.has(path === '/' ? path : path.replace(/\/$/, ''))
}

/** Returns the name in a path that may be a profile: `Anna` for `/Anna`. */
export function usernameInPath(path: string): string | undefined {
  const [, name = ''] = /^\/([^/]+)\/?$/.exec(path) ?? []
  return isUsername(name) && !isPage(path) ? name : undefined
}

/** The path of a person's profile. */
export function profilePath(username: string): string {
  return `/${username}`
}

/**
 * The address to which the server redirects from a profile that visitors may not see: the home page, with the requested
 * page in the fragment. A page request does not show who sends it; the browser of the owner then returns to the profile.
 */
export function homeInsteadOf(username: string): string {
  return `${PATHS.home}#${profilePath(username)}`
}

/** Parses such a fragment: `#/anna?tab=all` has the address `/anna?tab=all` and the username `anna`. */
export function pageInFragment(fragment: string): { address: string; username: string } | undefined {
  const [, address = '', path = ''] = /^#((\/[^?#]*)(?:\?[^#]*)?)$/.exec(fragment) ?? []
  const username = usernameInPath(path)
  return username === undefined ? undefined : { address, username }
}
