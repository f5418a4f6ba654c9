import { AsyncLocalStorage } from 'node:async_hooks'
import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { LoadedPage, PageRenderer, PageToRender, Subject } from '../../domain/page-renderer.ts'
import { type AnonymousReader, setServerReader } from '../data/supabase.ts'
import { App } from './app.tsx'
import { serializePageState } from './hydration/page-state.ts'
import { pageAt } from './rendered-pages.ts'
import { createAppRouter } from './routes.tsx'

const reader = new AsyncLocalStorage<AnonymousReader>()
setServerReader(() => reader.getStore())

/** The entry of the build for the server, which loads it. It imports nothing from the server. */
export const renderer: PageRenderer = {
  pageAt,
  load(page, fetch) {
    const api = new PostgrestClient('http://site/rest/v1', { fetch, retry: false })
    return reader.run(api, () => load(page))
  },
}

async function load({ address, modules }: PageToRender): Promise<LoadedPage | undefined> {
  // The cache lives for one page. Without retries, because the request can be repeated.
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: Number.POSITIVE_INFINITY } },
  })
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const failed = router.state.matches.find(({ status }) => status !== 'success')
  if (failed) throw failed.error ?? new Error(`${address} cannot be rendered: ${failed.status}.`)
  const { subject } = (router.state.matches.at(-1)?.loaderData ?? {}) as { subject?: Subject | null }
  if (subject === null) return undefined
  return {
    subject,
    state: serializePageState(queryClient),
    modules,
    render() {
      const page = renderToString(<App queryClient={queryClient} router={router} initial="visitor" />)
      // React's preloads of images are useless here, because the images are in the same document.
      return page.replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
    },
  }
}
