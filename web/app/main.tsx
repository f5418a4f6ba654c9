import '../ui/styles/tokens.css'
import '../ui/styles/fonts.css'
import '../ui/styles/base.css'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { isCutOff, watchConnection } from '../connection/connection.ts'
import { shouldRetryRead, watchFailingReads } from '../connection/failing-reads.ts'
import { anonymousSupabase, isSiteReachable, supabase } from '../data/supabase.ts'
import { pageCountOf } from '../features/catalogue/films/page-counts.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { App } from './app.tsx'
import { readConfig } from './config.ts'
import { loadAfterHydration } from './deferred-component.tsx'
import { restorePageState } from './hydration/page-state.ts'
import { entryKey, keepFirstScrollPosition, renderAsOnServer } from './hydration/router-internals.ts'
import {
  focusNewPages,
  keepScrollPositions,
  loadFontsOnNextPage,
  redirectMailLink,
  redirectToOwnProfile,
  removeMetadataOfFirstPage,
} from './navigation.ts'
import { createAppRouter } from './routes.tsx'
import { reloadAfterUpgrade } from './upgrade.ts'

reloadAfterUpgrade()
// In a separate task, so that input is handled between evaluating the code and starting the application.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else setTimeout(start)

function start(): void {
  const isRedirected = redirectToOwnProfile() || redirectMailLink()
  const person = readStoredPerson(readConfig().supabaseUrl)
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => console.warn(error) }),
    defaultOptions: {
      queries: {
        // A query without a network fails, so that the page offers "Try again"; otherwise it would wait.
        networkMode: 'always',
        retry: shouldRetryRead,
        retryDelay: 500,
        staleTime: 10 * 60_000,
        gcTime: 60 * 60_000,
        refetchOnWindowFocus: false,
      },
    },
  })

  watchConnection({ probe: isSiteReachable, retryReads: watchFailingReads(queryClient) })

  // Starts the downloads during the first rendering. A failure is reported by the code that needs them.
  if (isCutOff())
    import('../offline/answer-offline.ts').then(({ openStoredData }) => openStoredData(), console.warn)
  else if (person) supabase().catch(() => {})
  if (person) import('../pages/lists/own-marks.tsx').catch(() => {})

  loadAfterHydration(anonymousSupabase)

  const isRendered = restorePageState(queryClient) && !isRedirected
  const router = createAppRouter(queryClient)
  focusNewPages(router)
  loadFontsOnNextPage(router)
  removeMetadataOfFirstPage(router)
  keepScrollPositions(router)

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')

  // When going back to a position on a later page of the list, the browser renders once those films have loaded. Until
  // then the films that the server rendered stay.
  if (isRendered && pageCountOf(entryKey(router.latestLocation)) === 1) {
    renderAsOnServer(router)
    // Not a top-level await: a page's chunk imports this module and would wait for it.
    router.load().then(() => {
      keepFirstScrollPosition(router)
      hydrateRoot(root, <App queryClient={queryClient} router={router} initial="visitor" />)
    })
  } else {
    const render = () =>
      createRoot(root).render(<App queryClient={queryClient} router={router} initial={person ?? 'visitor'} />)
    // Stored data comes soon, and rendering placeholders first takes as long as rendering the page.
    if (isRendered || isCutOff()) router.load().then(render)
    else render()
  }
}
