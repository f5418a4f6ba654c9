import '../ui/styles/tokens.css'
import '../ui/styles/fonts.css'
import '../ui/styles/base.css'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchConnection } from '../connection/connection.ts'
import { shouldRetryRead, watchFailingReads } from '../connection/failing-reads.ts'
import { isSiteReachable, supabase } from '../data/supabase.ts'
import { goToMailLink } from '../features/auth/mail-link/mail-link.ts'
import { rememberedPages } from '../features/catalogue/films/remembered-pages.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { App } from './app.tsx'
import { readConfig } from './config.ts'
import { focusNewPages } from './focus-new-pages.ts'
import { loadFontsOnNextPage } from './hydration/late-fonts.ts'
import { restorePageState } from './hydration/page-state.ts'
import { replayEarlyClicks } from './hydration/replay-clicks.ts'
import { watchStylesheets } from './hydration/retry-stylesheets.ts'
import { redirectToOwnProfile } from './redirect-to-own-profile.ts'
import { createAppRouter } from './routes.tsx'
import { keepScrollPositions } from './scroll-positions.ts'
import { reloadAfterUpgrade } from './upgrade.ts'

reloadAfterUpgrade()
watchStylesheets()
// In a task of its own: the code has just been run through, and whoever presses a key meanwhile need not wait for both.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else setTimeout(start)

function start(): void {
  const isElsewhere = redirectToOwnProfile() || goToMailLink()
  const person = readStoredPerson(readConfig().supabaseUrl)
  // Starts the download beside the first drawing; who needs the client reports the failure.
  if (person) supabase().catch(() => {})
  if (person) import('../pages/own-marks.tsx').catch(() => {})

  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => console.warn(error) }),
    defaultOptions: {
      queries: {
        // Offline is a failure with "Try again", not an endless wait.
        networkMode: 'always',
        retry: shouldRetryRead,
        retryDelay: 500,
        staleTime: 10 * 60_000,
        gcTime: 60 * 60_000,
        refetchOnWindowFocus: false,
      },
    },
  })

  watchConnection({ probe: isSiteReachable, reread: watchFailingReads(queryClient) })

  const isDrawn = restorePageState(queryClient) && !isElsewhere
  const router = createAppRouter(queryClient)
  focusNewPages(router)
  loadFontsOnNextPage(router)
  keepScrollPositions(router)

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')

  // A place deep in the list is drawn here, as soon as its films are; until then the server's first ones stand there.
  if (isDrawn && rememberedPages(router.latestLocation.state.__TSR_key) === 1) {
    // What the router asks for, to take over a page that was drawn on the server.
    router.ssr = { manifest: undefined }
    // Not awaited here: the code of a page is built upon this module, and would wait for it.
    router.load().then(() => {
      // As after a navigation with `resetScroll: false`: the browser has found its place again, or its visitor another.
      router._scroll.n = false
      hydrateRoot(root, <App queryClient={queryClient} router={router} initial="visitor" />)
    })
  } else {
    const draw = () => {
      createRoot(root).render(<App queryClient={queryClient} router={router} initial={person ?? 'visitor'} />)
      replayEarlyClicks()
    }
    if (isDrawn) router.load().then(draw)
    else draw()
  }
}
