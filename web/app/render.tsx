import { AsyncLocalStorage } from 'node:async_hooks'
import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { LoadedPage, PageRenderer, PageToRender, Subject } from '../../domain/page-renderer.ts'
import { type AnonymousReader, setServerReader } from '../data/supabase.ts'
import { ScriptNotice } from '../pages/script-notice.tsx'
import { App } from './app.tsx'
import { serializePageState } from './hydration/page-state.ts'
import { NOT_FOUND, pageAt } from './rendered-pages.ts'
import { createAppRouter } from './routes.tsx'

const reader = new AsyncLocalStorage<AnonymousReader>()
setServerReader(() => reader.getStore())

/** The entry of the build for the server, which loads it. It imports nothing from the server. */
export const renderer: PageRenderer = {
  pageAt,
  notFound: NOT_FOUND,
  drawNotice(title) {
    const router = createAppRouter(new QueryClient(), createMemoryHistory())
    return renderToString(
      <RouterContextProvider router={router}>
        <ScriptNotice title={title} />
      </RouterContextProvider>,
    )
  },
  load(page, fetch) {
    const api = new PostgrestClient('http://site/rest/v1', { fetch, retry: false })
    return reader.run(api, () => load(page))
  },
}

async function load({ address, modules }: PageToRender): Promise<LoadedPage> {
  // The cache lives for one page. Without retries, because the request can be repeated.
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: Number.POSITIVE_INFINITY } },
  })
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const isNotFound = address === NOT_FOUND.address
  const failed = router.state.matches.find(({ status }) => status !== 'success')
  // The router does not load what it would render below a page that is not found.
  if (failed && !isNotFound)
    throw failed.error ?? new Error(`${address} cannot be rendered: ${failed.status}.`)
  const { subject } = (router.state.matches.at(-1)?.loaderData ?? {}) as { subject?: Subject | null }
  return {
    isMissing: subject === null || isNotFound,
    subject: subject ?? undefined,
    state: serializePageState(queryClient),
    modules,
    render() {
      const page = renderToString(<App queryClient={queryClient} router={router} initial="visitor" />)
      // React's preloads of images are useless here, because the images are in the same document.
      return page.replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
    },
  }
}
