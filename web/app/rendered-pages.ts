import { type ComparedList, DEFAULT_COMPARED_LIST, readComparedList } from '../../domain/comparison.ts'
import type { PageToRender } from '../../domain/page-renderer.ts'
import {
  comparisonPath,
  filmPath,
  giftPath,
  PATHS,
  type PageName,
  pageName,
  profilePath,
  progressPath,
  setInPath,
  setPath,
  spineInPath,
  tokenInPath,
  usernameInPath,
  usernameInProgressPath,
  usernamesInPath,
} from '../../domain/paths.ts'
import type { ProfileVisibility, ShownProfile } from '../../domain/profile-parts.ts'
import { normaliseUsername } from '../../domain/usernames.ts'
import { readAuthSearch } from '../features/auth/auth-search.ts'
import {
  DEFAULT_VIEW,
  filtersOf,
  isFiltered,
  readPositionedView,
} from '../features/catalogue/toolbar/view.ts'
import { DEFAULT_LIST, readList } from '../features/profile/lists.ts'
import { readProgressSearch } from '../features/profile/progress/progress-search.ts'
import { shownLists } from '../features/profile/shown-lists.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

interface Rendering extends Omit<PageToRender, 'address' | 'modules' | 'shownOf'> {
  /** The module of the page, if it is not part of every page. */
  module?: string
  /** Returns the parameters on which the view depends. */
  view: (search: Record<string, unknown>) => object
  /** Returns the modules that the view needs beside the page. */
  modulesOf?: (search: Record<string, unknown>) => string[]
  /** As `PageToRender.shownOf`, of the page with these parameters. */
  shownOf?: (search: Record<string, unknown>, profile: ProfileVisibility) => ShownProfile
}

const WITH_SETS = ['films', 'sets', 'set_films']

/** Every page: how the server renders it, or that it does not, because the page shows a person's own data. */
const PAGES: Record<
  PageName | 'film' | 'set' | 'gift' | 'profile' | 'progress' | 'comparison',
  Rendering | 'in the browser'
> = {
  home: { tables: WITH_SETS, view: readPositionedView, modulesOf: modulesOfList },
  film: { module: 'web/pages/film/film-page.tsx', tables: WITH_SETS, view: () => ({}) },
  set: { module: 'web/pages/film/set-page.tsx', tables: WITH_SETS, view: () => ({}) },
  // Never cached, because it may be revoked.
  gift: { module: 'web/pages/profile/gift-page.tsx', tables: undefined, view: () => ({}) },
  // A change of tracking drops no cached pages, so the page cannot be cached. Its description has the person's name and
  // counts.
  profile: {
    module: 'web/pages/profile/profile-page.tsx',
    tables: undefined,
    view: (search) => ({ ...readPositionedView(search), tab: readList(search.tab) }),
    modulesOf: modulesOfList,
    shownOf: (search, profile) =>
      shownLists(profile, false, { tab: readList(search.tab), ...filtersOf(readPositionedView(search)) }),
  },
  progress: { module: 'web/pages/profile/progress-page.tsx', tables: undefined, view: readProgressSearch },
  comparison: {
    module: 'web/pages/profile/comparison-page.tsx',
    tables: undefined,
    view: (search) => ({ ...readPositionedView(search), tab: comparedListIn(search) }),
    modulesOf: (search) =>
      modulesOfList(search).filter((module) => module !== 'web/pages/lists/film-rows.tsx'),
  },
  auth: {
    module: 'web/pages/account/auth-page.tsx',
    tables: [],
    description: 'Sign in to your collection of Criterion titles, or start one.',
    // Without `next`, the page after signing in, which only the browser uses.
    view: ({ tab }) => readAuthSearch({ tab }),
  },
  account: 'in the browser',
  accountImport: 'in the browser',
  accountShopping: 'in the browser',
  adminTitles: 'in the browser',
  adminUpdateFormats: 'in the browser',
  adminHistory: 'in the browser',
}

/** Rendered at one address that no page has, because it is the same at all of them. */
export const NOT_FOUND: PageToRender = {
  address: '/not/found',
  tables: [],
  modules: ['web/pages/not-found-page.tsx'],
}

const DEFAULTS: Record<string, unknown> = { ...DEFAULT_VIEW, tab: DEFAULT_LIST }

/** Implements `PageRenderer.pageAt`. Foreign parameters, such as a newsletter's, are not part of the page's address. */
export function pageAt(path: string, query: string): PageToRender | undefined {
  const name = pageName(path)
  const username = usernameInPath(path)
  const spine = spineInPath(path)
  if (name) return pageToRender(PAGES[name], PATHS[name], query)
  if (spine !== undefined) return pageToRender(PAGES.film, filmPath(spine), query)
  const set = setInPath(path)
  if (set !== undefined) return pageToRender(PAGES.set, setPath(set), query)
  const token = tokenInPath(path)
  if (token !== undefined) return pageToRender(PAGES.gift, giftPath(token), query)
  if (username !== undefined)
    return pageToRender(PAGES.profile, profilePath(normaliseUsername(username)), query)
  const owner = usernameInProgressPath(path)
  if (owner !== undefined) return pageToRender(PAGES.progress, progressPath(normaliseUsername(owner)), query)
  const [one, other] = usernamesInPath(path) ?? []
  return one === undefined || other === undefined
    ? undefined
    : pageToRender(PAGES.comparison, comparisonPath(normaliseUsername(one), normaliseUsername(other)), query)
}

function pageToRender(
  page: Rendering | 'in the browser',
  path: string,
  query: string,
): PageToRender | undefined {
  if (page === 'in the browser') return undefined
  const { view, module, modulesOf, shownOf, ...rendering } = page
  const search = parseSearch(query)
  const modules = [...(module ? [module] : []), ...(modulesOf?.(search) ?? [])]
  return {
    ...rendering,
    ...(shownOf && { shownOf: (profile) => shownOf(search, profile) }),
    modules,
    address: path + shortest(view(search)),
  }
}

/** The modules that a list of films needs for its layout, its filters and a film that was picked. */
function modulesOfList(search: Record<string, unknown>): string[] {
  const view = readPositionedView(search)
  return [
    ...(view.view === 'list' ? ['web/pages/lists/film-rows.tsx'] : []),
    ...(view.view === 'shelf' ? ['web/features/film/boards/film-shelf.tsx'] : []),
    ...(isFiltered(view) ? ['web/features/catalogue/filters/filter-chips.tsx'] : []),
    ...(view.pick === undefined
      ? []
      : ['web/features/catalogue/pick/pick.tsx', 'web/pages/lists/picked-film.tsx']),
  ]
}

/** The list of a comparison in an address, which leaves out the default one. */
function comparedListIn({ tab }: Record<string, unknown>): ComparedList | undefined {
  const list = readComparedList(tab)
  return list === DEFAULT_COMPARED_LIST ? undefined : list
}

/** Leaves out default values. */
function shortest(search: object): string {
  return stringifySearch(
    Object.fromEntries(Object.entries(search).filter(([name, value]) => value !== DEFAULTS[name])),
  )
}
