import { isUsername } from './usernames.ts'

/** The paths of the pages, the same for the router in the browser and for the server's answers. */
export const PATHS = {
  home: '/',
  auth: '/auth',
  account: '/account',
  adminTitles: '/admin/titles',
  adminUpdateFormats: '/admin/update-formats',
  adminHistory: '/admin/history',
} as const

const KNOWN: ReadonlySet<string> = new Set(Object.values(PATHS))

/** Whether a path leads to a page, other than to a person's. */
export function isPage(path: string): boolean {
  return KNOWN.has(path === '/' ? path : path.replace(/\/$/, ''))
}

/** The name in a path that may be a person's page: `Anna` for `/Anna`. */
export function usernameInPath(path: string): string | undefined {
  const [, name = ''] = /^\/([^/]+)\/?$/.exec(path) ?? []
  return isUsername(name) && !isPage(path) ? name : undefined
}

/** Where a person's page is. */
export function profilePath(username: string): string {
  return `/${username}`
}

/**
 * Where the server leads from the page of somebody whom it may show to nobody: home, with the page that was asked for in
 * the fragment. A request for a page does not tell who sends it, and the browser of a private person leads them back.
 */
export function homeInsteadOf(username: string): string {
  return `${PATHS.home}#${profilePath(username)}`
}

/** The page that was asked for, with its view, in such a fragment: `/anna?tab=all` and `anna` in `#/anna?tab=all`. */
export function pageInFragment(fragment: string): { address: string; username: string } | undefined {
  const [, address = '', path = ''] = /^#((\/[^?#]*)(?:\?[^#]*)?)$/.exec(fragment) ?? []
  const username = usernameInPath(path)
  return username === undefined ? undefined : { address, username }
}
