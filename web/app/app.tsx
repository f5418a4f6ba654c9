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
  /** The person of the first rendering. The server renders for a visitor. */
  initial: Person | 'visitor'
}

/** The whole application. The tree is the same on the server and in the browser. */
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
