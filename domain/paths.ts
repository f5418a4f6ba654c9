import { isUsername } from './usernames.ts'

/** The paths of the pages, for the router in the browser and for the server. */
export const PATHS = {
  home: '/',
  auth: '/auth',
  account: '/account',
  accountImport: '/account/import',
  accountShopping: '/account/shopping',
  adminTitles: '/admin/titles',
  adminUpdateFormats: '/admin/update-formats',
  adminHistory: '/admin/history',
} as const

/** The paths of films, box sets, gift links, profiles, progress and comparisons as the router has them. */
export const FILM_ROUTE = '/spine/$spine'
export const SET_ROUTE = '/set/$set'
export const GIFT_ROUTE = '/wishlist/$token'
export const PROFILE_ROUTE = '/$username'
export const PROGRESS_ROUTE = '/$username/progress'
export const COMPARISON_ROUTE = '/$username/with/$other'

export type PageName = keyof typeof PATHS

/** The news of the catalogue, in Atom. */
export const FEED_PATH = '/feed.xml'

/** The licences of the packages that the built site contains. */
export const LICENCES_PATH = '/licences.txt'

/** The picture of the site for link previews. The word is reserved, so no person has this name. */
export const SITE_PICTURE_PATH = '/site.png'

const NAMES = new Map(Object.entries(PATHS).map(([name, path]) => [path as string, name as PageName]))

/** Returns the name of the page at a path; undefined for a profile and for no page. */
export function pageName(path: string): PageName | undefined {
  return NAMES.get(path === '/' ? path : path.replace(/\/$/, ''))
}

/** Returns the name in a path that may be a profile: `Anna` for `/Anna`. */
export function usernameInPath(path: string): string | undefined {
  const [, name = ''] = /^\/([^/]+)\/?$/.exec(path) ?? []
  return isUsername(name) && !pageName(path) ? name : undefined
}

/** Returns the name in a path that may be a person's progress: `Anna` for `/Anna/progress`. */
export function usernameInProgressPath(path: string): string | undefined {
  const [, name = ''] = /^(\/[^/]+)\/progress\/?$/.exec(path) ?? []
  return usernameInPath(name)
}

/** Returns the names in a path that may be a comparison of two people: `Anna` and `Ben` for `/Anna/with/Ben`. */
export function usernamesInPath(path: string): readonly [one: string, other: string] | undefined {
  const [, name = '', otherName = ''] = /^(\/[^/]+)\/with(\/[^/]+)\/?$/.exec(path) ?? []
  const one = usernameInPath(name)
  const other = usernameInPath(otherName)
  return one === undefined || other === undefined ? undefined : [one, other]
}

/** The path of a film's page. */
export function filmPath(spine: number): string {
  return `/spine/${spine}`
}

/**
 * Returns the spine in a path that may be a film's: 7 for `/spine/7`, `/spine/007` and `/spine/7/`, of which the first is
 * the canonical one.
 */
export function spineInPath(path: string): number | undefined {
  return numberIn(/^\/spine\/0*([1-9]\d{0,8})\/?$/, path)
}

/** The path of the picture for link previews of a film's page or of a profile. */
export function picturePath(path: string): string {
  return `${path}.png`
}

/** The path of the page of a box set without a spine. */
export function setPath(id: number): string {
  return `/set/${id}`
}

/** Returns the id in a path that may be a box set's, in the same forms as a spine. */
export function setInPath(path: string): number | undefined {
  return numberIn(/^\/set\/0*([1-9]\d{0,8})\/?$/, path)
}

/** The path of a gift link. */
export function giftPath(token: string): string {
  return `/wishlist/${token}`
}

/** Returns the token in a path that may be a gift link's. */
export function tokenInPath(path: string): string | undefined {
  return /^\/wishlist\/([\w-]{32})$/.exec(path)?.[1]
}

function numberIn(pattern: RegExp, path: string): number | undefined {
  const [, digits] = pattern.exec(path) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** The path of a person's profile. */
export function profilePath(username: string): string {
  return `/${username}`
}

/** The path of a person's progress. */
export function progressPath(username: string): string {
  return `${profilePath(username)}/progress`
}

/** The path of the comparison of two people. */
export function comparisonPath(one: string, other: string): string {
  return `${profilePath(one)}/with/${other}`
}

/**
 * The address to which the server redirects from a person's page that visitors may not see: the home page, with the
 * requested page in the fragment. A page request does not show who sends it; the browser of the owner then returns to it.
 * @param path of the page.
 */
export function homeInsteadOf(path: string): string {
  return `${PATHS.home}#${path}`
}

/** Parses such a fragment: `#/anna?tab=all` has the address `/anna?tab=all` and the username `anna`. */
export function pageInFragment(
  fragment: string,
): { address: string; usernames: readonly string[] } | undefined {
  const [, address = '', path = ''] = /^#((\/[^?#]*)(?:\?[^#]*)?)$/.exec(fragment) ?? []
  const username = usernameInPath(path.replace(/(.)\/progress$/, '$1'))
  const usernames = username === undefined ? usernamesInPath(path) : [username]
  return usernames && { address, usernames }
}
