import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  type RouterHistory,
  redirect,
  type SearchSchemaInput,
  stripSearchParams,
} from '@tanstack/react-router'
import type { ComparedList } from '../../domain/comparison.ts'
import {
  COMPARISON_ROUTE,
  FILM_ROUTE,
  filmPath,
  GIFT_ROUTE,
  PATHS,
  PROFILE_ROUTE,
  PROGRESS_ROUTE,
  SET_ROUTE,
  setInPath,
  setPath,
  spineInPath,
} from '../../domain/paths.ts'
import { SEARCH_MAX_LENGTH } from '../../domain/search/search.ts'
import { isUsername, normaliseUsername } from '../../domain/usernames.ts'
import { supabase } from '../data/supabase.ts'
import type { HistorySearch } from '../features/admin/history-search.ts'
import { type AuthSearch, readAuthSearch } from '../features/auth/auth-search.ts'
import { DEFAULT_VIEW, type PositionedView, readPositionedView } from '../features/catalogue/toolbar/view.ts'
import { DEFAULT_LIST, type ListName, readList } from '../features/profile/lists.ts'
import type { ProgressSearch } from '../features/profile/progress/progress-search.ts'
import { readTerms, type TypedTerms } from '../features/tracking/shopping/typed-terms.ts'
import { ErrorPage } from '../pages/error-page.tsx'
import { HomePage, PendingHomePage } from '../pages/lists/home-page.tsx'
import { loadFilm, loadGift, loadHome, loadProfile, loadProgress, loadSet } from '../pages/loaders.ts'
import { onceHydrated } from './deferred-component.tsx'
import { entryKey } from './hydration/router-internals.ts'
import { lazyPage } from './lazy-page.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // The history entry of this page: during the next navigation, the router's location is already that of the next page.
  beforeLoad: ({ location }) => ({ entry: entryKey(location) }),
  notFoundComponent: lazyPage(() => import('../pages/not-found-page.tsx'), 'NotFoundPage'),
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.home,
  validateSearch: (search: Partial<PositionedView> & SearchSchemaInput): PositionedView =>
    readPositionedView(search),
  search: { middlewares: [stripSearchParams(DEFAULT_VIEW)] },
  // Not the whole search, which may have foreign parameters such as a newsletter’s.
  loaderDeps: ({ search }) => readPositionedView(search),
  loader: ({ context: { queryClient, entry }, deps: part }) => loadHome(queryClient, part, entry),
  component: HomePage,
  pendingComponent: PendingHomePage,
  // Long enough that a page whose data is cached renders only once.
  pendingMs: 100,
  pendingMinMs: 0,
})

/** Redirects to the address with the usernames as they are stored. @throws notFound() if one of them is no username. */
function redirectToStored(to: string, params: Record<string, string>, search: object): void {
  const names = Object.entries(params)
  if (!names.every(([, name]) => isUsername(name))) throw notFound()
  const stored = Object.fromEntries(names.map(([key, name]) => [key, normaliseUsername(name)]))
  if (names.some(([key, name]) => name !== stored[key]))
    throw redirect({ to, params: stored, search, replace: true })
}

const profilePage = () => import('../pages/profile/profile-page.tsx')

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PROFILE_ROUTE,
  validateSearch: (search: Partial<PositionedView & { tab: ListName }> & SearchSchemaInput) => ({
    ...readPositionedView(search),
    tab: readList(search.tab),
  }),
  search: { middlewares: [stripSearchParams({ ...DEFAULT_VIEW, tab: DEFAULT_LIST })] },
  loaderDeps: ({ search }) => ({ ...readPositionedView(search), tab: search.tab }),
  beforeLoad: ({ params, search }) => redirectToStored(PROFILE_ROUTE, params, search),
  loader: ({ context: { queryClient, entry }, params: { username }, deps }) =>
    loadProfile(queryClient, username, deps, entry),
  component: lazyPage(profilePage, 'ProfilePage', { offline: true }),
  pendingComponent: lazyPage(profilePage, 'PendingProfilePage', { offline: true }),
  pendingMs: 100,
  pendingMinMs: 0,
})

const progressRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PROGRESS_ROUTE,
  // The page parses the values, so that the first scripts do not contain the code for it.
  validateSearch: ({ all, acquired }: ProgressSearch & SearchSchemaInput): ProgressSearch => ({
    all,
    acquired,
  }),
  beforeLoad: ({ params, search }) => redirectToStored(PROGRESS_ROUTE, params, search),
  loader: ({ context: { queryClient }, params: { username } }) => loadProgress(queryClient, username),
  component: lazyPage(() => import('../pages/profile/progress-page.tsx'), 'ProgressPage'),
})

const comparisonRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: COMPARISON_ROUTE,
  // The page parses the tab, so that the first scripts do not contain the code for it.
  validateSearch: (
    search: Partial<PositionedView> & { tab?: ComparedList | undefined } & SearchSchemaInput,
  ) => ({
    ...readPositionedView(search),
    tab: search.tab,
  }),
  search: { middlewares: [stripSearchParams({ ...DEFAULT_VIEW, tab: 'both_own' })] },
  loaderDeps: ({ search }) => ({ ...readPositionedView(search), tab: search.tab }),
  beforeLoad: ({ params, search }) => redirectToStored(COMPARISON_ROUTE, params, search),
  loader: async ({ context: { queryClient, entry }, params, deps }) => {
    const { loadComparison } = await import('../pages/profile/load-comparison.ts')
    await loadComparison(queryClient, params, deps, entry)
  },
  component: lazyPage(() => import('../pages/profile/comparison-page.tsx'), 'ComparisonPage'),
})

const filmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: FILM_ROUTE,
  params: { parse: ({ spine }) => ({ spine: spineInPath(`/spine/${spine}`) ?? 0 }) },
  beforeLoad: ({ params: { spine }, location: { pathname } }) => {
    if (spine === 0) throw notFound()
    if (pathname !== filmPath(spine)) throw redirect({ to: FILM_ROUTE, params: { spine }, replace: true })
  },
  loader: ({ context: { queryClient }, params: { spine } }) => loadFilm(queryClient, spine),
  component: lazyPage(() => import('../pages/film/film-page.tsx'), 'FilmPage', { offline: true }),
})

const setRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: SET_ROUTE,
  params: { parse: ({ set }) => ({ set: setInPath(`/set/${set}`) ?? 0 }) },
  beforeLoad: ({ params: { set }, location: { pathname } }) => {
    if (set === 0) throw notFound()
    if (pathname !== setPath(set)) throw redirect({ to: SET_ROUTE, params: { set }, replace: true })
  },
  loader: ({ context: { queryClient }, params: { set } }) => loadSet(queryClient, set),
  component: lazyPage(() => import('../pages/film/set-page.tsx'), 'SetPage'),
})

interface GiftLoading {
  context: { queryClient: QueryClient }
  params: { token: string }
}

const giftRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: GIFT_ROUTE,
  // In the browser, the page reads it.
  ...(import.meta.env.SSR && {
    loader: ({ context, params: { token } }: GiftLoading) => loadGift(context.queryClient, token),
  }),
  component: lazyPage(() => import('../pages/profile/gift-page.tsx'), 'GiftPage'),
})

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.auth,
  validateSearch: (search: AuthSearch & SearchSchemaInput) => readAuthSearch(search),
  // Preloads the client library, which this page needs next.
  loader: () => void (import.meta.env.SSR || onceHydrated.then(supabase).catch(() => {})),
  component: lazyPage(() => import('../pages/account/auth-page.tsx'), 'AuthPage', { offline: true }),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.account,
  component: lazyPage(() => import('../pages/account/account-page.tsx'), 'AccountPage', { offline: true }),
})

const accountImportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.accountImport,
  validateSearch: ({ tab }: { tab?: unknown } & SearchSchemaInput): { tab?: 'quick' } =>
    tab === 'quick' ? { tab } : {},
  component: lazyPage(() => import('../pages/account/account-import-page.tsx'), 'AccountImportPage'),
})

const accountShoppingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.accountShopping,
  validateSearch: (search: TypedTerms & SearchSchemaInput) => readTerms({ ...search }),
  component: lazyPage(() => import('../pages/account/account-shopping-page.tsx'), 'AccountShoppingPage', {
    offline: true,
  }),
})

const adminTitlesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.adminTitles,
  validateSearch: ({ q }: { q?: unknown } & SearchSchemaInput) =>
    typeof q === 'string' && q !== '' ? { q: q.slice(0, SEARCH_MAX_LENGTH) } : {},
  component: lazyPage(() => import('../pages/admin/admin-titles-page.tsx'), 'AdminTitlesPage'),
})

const adminUpdateFormatsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.adminUpdateFormats,
  component: lazyPage(() => import('../pages/admin/admin-update-formats-page.tsx'), 'AdminUpdateFormatsPage'),
})

const adminHistoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.adminHistory,
  // The page parses the values, as that of progress does.
  validateSearch: ({ q, film, update }: HistorySearch & SearchSchemaInput): HistorySearch => ({
    q,
    film,
    update,
  }),
  component: lazyPage(() => import('../pages/admin/admin-history-page.tsx'), 'AdminHistoryPage'),
})

/** @param history by default the browser's. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree: rootRoute.addChildren([
      homeRoute,
      filmRoute,
      setRoute,
      giftRoute,
      profileRoute,
      progressRoute,
      comparisonRoute,
      authRoute,
      accountRoute,
      accountImportRoute,
      accountShoppingRoute,
      adminTitlesRoute,
      adminUpdateFormatsRoute,
      adminHistoryRoute,
    ]),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    // On the server it would add an inline script, which the content policy forbids.
    scrollRestoration: !import.meta.env.SSR,
    defaultErrorComponent: ErrorPage,
    // Loads a page when the mouse is over a link to it.
    defaultPreload: 'intent',
    ...(history && { history }),
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
