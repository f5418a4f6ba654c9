import type { QueryClient } from '@tanstack/react-query'

/** What a page was drawn from on the server: what the query cache held. */
type State = [key: readonly unknown[], data: unknown][]

/** For the page's data block, which anyone's words must not end. */
export function serializePageState(client: QueryClient): string {
  const queries = client.getQueryCache().getAll()
  const state: State = queries.map(({ queryKey, state }) => [queryKey, state.data])
  return JSON.stringify(state).replaceAll('<', '\\u003c')
}

/**
 * Puts what the server has drawn the page from into the cache, as fresh as the page. Answers whether there is any: then
 * the page is drawn already.
 */
export function restorePageState(client: QueryClient): boolean {
  const block = document.getElementById('state')
  if (!block?.textContent) return false
  for (const [key, data] of JSON.parse(block.textContent) as State) client.setQueryData(key, data)
  block.remove()
  return true
}
