import '../ui/styles/tokens.css'
import '../ui/styles/fonts.css'
import '../ui/styles/base.css'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchConnection } from '../connection/connection.ts'
import { isWorthAnotherTry, watchReads } from '../connection/failing-reads.ts'
import { siteAnswers, supabase } from '../data/supabase.ts'
import { goToMailLink } from '../features/auth/mail-link/mail-link.ts'
import { rememberedPages } from '../features/catalogue/films/remembered-pages.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { App } from './app.tsx'
import { readConfig } from './config.ts'
import { focusNewPages } from './focus-new-pages.ts'
import { takeOverState } from './hydration/drawn-page.ts'
import { bringFacesToNextPage } from './hydration/late-faces.ts'
import { watchStyles } from './hydration/missing-styles.ts'
import { replayEarlyClicks } from './hydration/replay-clicks.ts'
import { goOnToOwnPage } from './redirect-to-own-profile.ts'
import { createAppRouter } from './routes.tsx'
import { keepScrollPlaces } from './scroll-places.ts'
import { reloadAfterUpgrade } from './upgrade.ts'

reloadAfterUpgrade()
watchStyles()
// In a task of its own: the code has just been run through, and whoever presses a key meanwhile need not wait for both.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else setTimeout(start)

function start(): void {
  const isElsewhere = goOnToOwnPage() || goToMailLink()
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
        retry: isWorthAnotherTry,
        retryDelay: 500,
        staleTime: 10 * 60_000,
        gcTime: 60 * 60_000,
        refetchOnWindowFocus: false,
      },
    },
  })

  watchConnection({ probe: siteAnswers, reread: watchReads(queryClient) })

  const isDrawn = takeOverState(queryClient) && !isElsewhere
  const router = createAppRouter(queryClient)
  focusNewPages(router)
  bringFacesToNextPage(router)
  keepScrollPlaces(router)

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
      hydrateRoot(root, <App queryClient={queryClient} router={router} initial="nobody" />)
    })
  } else {
    const draw = () => {
      createRoot(root).render(<App queryClient={queryClient} router={router} initial={person ?? 'nobody'} />)
      replayEarlyClicks()
    }
    if (isDrawn) router.load().then(draw)
    else draw()
  }
}
