import type { Query, QueryClient } from '@tanstack/react-query'
import { isRetryable } from '../data/retryable-error.ts'
import { isBackingOff, setTrouble } from './connection.ts'

/** The query client's `retry`: one more try, unless the site rejected the request or asked to wait. */
export function shouldRetryRead(failures: number, error: unknown): boolean {
  return failures < 1 && isRetryable(error) && !isBackingOff()
}

/**
 * Records the queries that failed because the site could not be reached.
 * @returns a function that repeats those that are still in use.
 */
export function watchFailingReads(client: QueryClient): () => Promise<unknown> {
  const failing = new Set<Query>()

  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed') failing.delete(query)
    else if (query.state.fetchStatus === 'fetching') return
    else if (query.state.status === 'success') failing.delete(query)
    else if (query.isActive() && hasRetryableError(query)) failing.add(query)
    setTrouble('reads', failing.size > 0)
  })

  return async () => {
    for (const query of failing) if (!query.isActive()) failing.delete(query)
    await client.refetchQueries({ predicate: (query) => failing.has(query) })
    setTrouble('reads', failing.size > 0)
  }
}

function hasRetryableError({ state: { error } }: Query): boolean {
  return error !== null && isRetryable(error)
}
