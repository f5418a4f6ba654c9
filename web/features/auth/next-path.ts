import { PATHS } from '../../../domain/paths.ts'

// Any origin of our own would do: it only shows whether a path leaves it.
const HERE = 'http://here.invalid'

/**
 * Where a sign-in leads back to: the path in the address if it is one of this site, else the home page. Read as
 * browsers read it (WHATWG URL), which take `/\evil.example` and `//evil.example` for another site.
 */
export function nextPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return PATHS.home
  const url = URL.canParse(next, HERE) ? new URL(next, HERE) : undefined
  if (url?.origin !== HERE || url.pathname.startsWith('//') || url.pathname === PATHS.auth) return PATHS.home
  return url.pathname + url.search + url.hash
}
