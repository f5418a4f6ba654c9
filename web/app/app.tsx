import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { SessionProvider } from '../session/session.tsx'
import type { Person } from '../session/stored-session.ts'
import { AfterHydration, deferredComponent } from './deferred-component.tsx'
import type { AppRouter } from './routes.tsx'

const ConnectionNotice = deferredComponent(() =>
  import('../features/tracking/notice/connection-notice.tsx').then((notice) => notice.ConnectionNotice),
)

interface Props {
  queryClient: QueryClient
  router: AppRouter
  /** Who the first drawing is for. The server's is for nobody. */
  initial: Person | 'visitor'
}

/** The whole application: the same tree on the server and in the browser. */
export function App({ queryClient, router, initial }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SessionProvider initial={initial}>
          <RouterProvider router={router} />
          <AfterHydration>
            <Suspense>
              <ConnectionNotice />
            </Suspense>
          </AfterHydration>
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
