import type { QueryClient } from '@tanstack/react-query'
import { isCutOff } from '../../connection/connection.ts'

/** The content of the query cache from which the server rendered a page. */
type State = [key: readonly unknown[], data: unknown][]

/** Returns the cache's content as JSON for a data block of the page. `<` is escaped, so no text can end the block. */
export function serializePageState(client: QueryClient): string {
  const queries = client.getQueryCache().getAll()
  const state: State = queries.map(({ queryKey, state }) => [queryKey, state.data])
  return JSON.stringify(state).replaceAll('<', '\\u003c')
}

/**
 * Puts the state of a rendered page into the cache and removes its data block.
 * @returns whether there is a state, which means that the server rendered the page.
 */
export function restorePageState(client: QueryClient): boolean {
  const block = document.getElementById('state')
  if (!block?.textContent) return false
  // Without a network the page is as it was when the browser stored it, and what it shows is read again.
  const age = isCutOff() ? { updatedAt: 0 } : undefined
  for (const [key, data] of JSON.parse(block.textContent) as State) client.setQueryData(key, data, age)
  block.remove()
  return true
}
