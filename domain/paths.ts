/** The paths of the pages, the same for the router in the browser and for the server's answers. */
export const PATHS = {
  home: '/',
  auth: '/auth',
} as const

const KNOWN: ReadonlySet<string> = new Set(Object.values(PATHS))

/** Whether a path leads to a page; any other is answered with status 404. */
export function isPage(path: string): boolean {
  return KNOWN.has(path === '/' ? path : path.replace(/\/$/, ''))
}
