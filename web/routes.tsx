import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type SearchSchemaInput,
  stripSearchParams,
} from '@tanstack/react-router'
import { PATHS } from '../domain/paths.ts'
import { filmsQuery, loadPages } from './features/catalogue/films-query.ts'
import { rememberedPages } from './features/catalogue/remembered-pages.ts'
import { DEFAULT_VIEW, readView, type View } from './features/catalogue/view.ts'
import { ErrorPage } from './pages/error-page.tsx'
import { HomePage, PendingHomePage } from './pages/home-page.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.home,
  validateSearch: (search: Partial<View> & SearchSchemaInput): View => readView(search),
  search: { middlewares: [stripSearchParams(DEFAULT_VIEW)] },
  // Not the whole search, which keeps parameters of others, such as a newsletter’s.
  loaderDeps: ({ search: { q, sort, format } }) => ({ q, sort, format }),
  loader: ({ context: { queryClient }, deps: view, location }) => {
    const pages = rememberedPages(location.state.__TSR_key)
    const cached = queryClient.getQueryData(filmsQuery(view).queryKey)
    if (cached && cached.pages.length >= pages) return
    const loading = loadPages(queryClient, view, pages)
    // The scroll position is restored when the route is ready, so a place deep in the list waits for its pages.
    if (pages > 1) return loading
  },
  component: HomePage,
  pendingComponent: PendingHomePage,
  // Long enough that a page with nothing to wait for is not drawn twice.
  pendingMs: 100,
  pendingMinMs: 0,
})

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.auth,
  component: lazyRouteComponent(() => import('./pages/auth-page.tsx'), 'AuthPage'),
})

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([homeRoute, authRoute]),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
