import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { Afterwards, latePart } from './late-part.tsx'
import type { AppRouter } from './routes.tsx'
import { SessionProvider } from './session.tsx'
import type { Person } from './stored-session.ts'

const ConnectionNotice = latePart(() =>
  import('./features/tracking/connection-notice.tsx').then((notice) => notice.ConnectionNotice),
)

interface Props {
  queryClient: QueryClient
  router: AppRouter
  /** Who the first drawing is for. The server's is for nobody. */
  initial: Person | 'nobody'
}

/** The whole application: the same tree on the server and in the browser. */
export function App({ queryClient, router, initial }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SessionProvider initial={initial}>
          <RouterProvider router={router} />
          <Afterwards>
            <Suspense>
              <ConnectionNotice />
            </Suspense>
          </Afterwards>
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
