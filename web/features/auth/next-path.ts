import { PATHS } from '../../../domain/paths.ts'

// Any origin will do, because it only shows whether a path leaves it.
const HERE = 'http://here.invalid'

/**
 * Returns the path to open after a sign-in: the given one if it belongs to this site, otherwise the home page. It is
 * parsed as browsers do (WHATWG URL), for which `/\evil.example` and `//evil.example` are other sites.
 */
export function nextPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return PATHS.home
  const url = URL.canParse(next, HERE) ? new URL(next, HERE) : undefined
  if (url?.origin !== HERE || url.pathname.startsWith('//') || url.pathname === PATHS.auth) return PATHS.home
  return url.pathname + url.search + url.hash
}
