import { PATHS, profilePath, usernameInPath } from '../../domain/paths.ts'
import { normaliseUsername } from '../../domain/usernames.ts'
import { readAuthSearch } from '../features/auth/auth-search.ts'
import { DEFAULT_VIEW, readPositionedView } from '../features/catalogue/toolbar/view.ts'
import { DEFAULT_LIST, readList } from '../features/profile/lists.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

const DEFAULTS: Record<string, unknown> = { ...DEFAULT_VIEW, tab: DEFAULT_LIST }

/**
 * Returns the shortest address of a page that the server renders: without parameters that the view does not use, such
 * as a newsletter's, and without default values. Undefined for any other page.
 */
export function canonicalPageAddress(path: string, query: string): string | undefined {
  const search = parseSearch(query)
  if (path === PATHS.home) return path + shortest(readPositionedView(search))
  // Without `next`, the page after signing in, which only the browser uses.
  if (path.replace(/\/$/, '') === PATHS.auth)
    return PATHS.auth + shortest(readAuthSearch({ tab: search.tab }))
  const name = usernameInPath(path)
  if (name === undefined) return undefined
  return (
    profilePath(normaliseUsername(name)) +
    shortest({ ...readPositionedView(search), tab: readList(search.tab) })
  )
}

function shortest(search: object): string {
  return stringifySearch(
    Object.fromEntries(Object.entries(search).filter(([name, value]) => value !== DEFAULTS[name])),
  )
}
