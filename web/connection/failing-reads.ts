import type { Query, QueryClient } from '@tanstack/react-query'
import { isRetryable } from '../data/retryable-error.ts'
import { isBackingOff, setTrouble } from './connection.ts'

/** For the query client: once more soon, unless the site has refused or asks to be left alone; what then fails waits. */
export function shouldRetryRead(failures: number, error: unknown): boolean {
  return failures < 1 && isRetryable(error) && !isBackingOff()
}

/**
 * Notices what could not be read because the site was out of reach.
 * @returns how to read it again, where it is still looked at.
 */
export function watchFailingReads(client: QueryClient): () => Promise<unknown> {
  const failing = new Set<Query>()

  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed') failing.delete(query)
    else if (query.state.fetchStatus === 'fetching') return
    else if (query.state.status === 'success') failing.delete(query)
    else if (query.isActive() && isOut(query)) failing.add(query)
    setTrouble('reads', failing.size > 0)
  })

  return async () => {
    for (const query of failing) if (!query.isActive()) failing.delete(query)
    await client.refetchQueries({ predicate: (query) => failing.has(query) })
    setTrouble('reads', failing.size > 0)
  }
}

function isOut({ state: { error } }: Query): boolean {
  return error !== null && isRetryable(error)
}
