import type { Query, QueryClient } from '@tanstack/react-query'
import { isRetryable } from '../data/retryable-error.ts'
import { currentDataTime, isBackingOff, isCutOff, setTrouble, subscribeToConnection } from './connection.ts'

/** The query client's `retry`: one more try, unless the site rejected the request or asked to wait. */
export function shouldRetryRead(failures: number, error: unknown): boolean {
  return failures < 1 && isRetryable(error) && !isBackingOff()
}

/**
 * Records the queries that failed because the site could not be reached, and those that were answered from what the browser
 * stores.
 * @returns a function that repeats those that are still in use; the others are read again when they are shown next.
 */
export function watchFailingReads(client: QueryClient): () => Promise<unknown> {
  const failing = new Set<Query>()
  const stored = new Set<Query>()
  restartWhenCutOff(client)

  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed') {
      failing.delete(query)
      stored.delete(query)
    } else if (query.state.fetchStatus === 'fetching') return
    else if (query.state.status === 'success') {
      failing.delete(query)
      if (type === 'updated' && isCutOff() && currentDataTime() !== undefined) stored.add(query)
    } else if (query.isActive() && hasRetryableError(query)) failing.add(query)
    setTrouble('reads', failing.size > 0)
  })

  return async () => {
    for (const query of failing) if (!query.isActive()) failing.delete(query)
    const answered = new Set(stored)
    stored.clear()
    await Promise.all([
      client.refetchQueries({ predicate: (query) => failing.has(query) }),
      client.invalidateQueries({ predicate: (query) => answered.has(query) }),
    ])
    setTrouble('reads', failing.size > 0)
  }
}

/**
 * Starts the queries that are under way again when the site turns out to be out of reach: they may wait for a session that
 * cannot be refreshed, and what the browser stores can answer at once.
 */
function restartWhenCutOff(client: QueryClient): void {
  let wasCutOff = isCutOff()
  subscribeToConnection(() => {
    const isNow = isCutOff()
    if (isNow && !wasCutOff) {
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.fetchStatus === 'fetching',
      })
    }
    wasCutOff = isNow
  })
}

function hasRetryableError({ state: { error } }: Query): boolean {
  return error !== null && isRetryable(error)
}
