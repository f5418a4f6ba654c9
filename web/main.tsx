import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readConfig } from './config.ts'
import { watchConnection } from './connection.ts'
import { isWorthAnotherTry, watchReads } from './failing-reads.ts'
import { ConnectionNotice } from './features/tracking/connection-notice.tsx'
import { focusNewPages } from './focus-new-pages.ts'
import { createAppRouter } from './routes.tsx'
import { SessionProvider } from './session.tsx'
import { readStoredPerson } from './stored-session.ts'
import { siteAnswers, supabase } from './supabase.ts'
import { reloadAfterUpgrade } from './upgrade.ts'
import { goOnToOwnPage } from './wanted-page.ts'

reloadAfterUpgrade()
goOnToOwnPage()
// Starts the download beside the first render; who needs the client reports the failure.
supabase().catch(() => {})

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

const router = createAppRouter(queryClient)
focusNewPages(router)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <SessionProvider initial={readStoredPerson(readConfig().supabaseUrl) ?? 'nobody'}>
        <RouterProvider router={router} />
        <ConnectionNotice />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
)
