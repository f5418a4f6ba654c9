import type { Query, QueryClient } from '@tanstack/react-query'
import { currentConnection, isCutOff, onReconnect, subscribeToConnection } from './connection.ts'
import { takeStoredSince } from './stored-answers.ts'

/**
 * When the site is back, reads everything again that was answered from storage. When the site turns out to be out of reach,
 * starts the queries that are under way again: they may wait for a session that cannot be refreshed.
 * @returns a function that ends it.
 */
export function rereadStoredAnswers(client: QueryClient): () => void {
  // Without a network no query waits: the page has read what is stored from the beginning.
  let wasCutOff = currentConnection() === 'offline'
  const follow = () => {
    const isNow = isCutOff()
    if (isNow && !wasCutOff) void restart(client, isFetching)
    wasCutOff = isNow
  }
  follow()
  const stops = [
    subscribeToConnection(follow),
    onReconnect(async () => {
      const since = takeStoredSince()
      if (since === undefined) return
      await restart(client, isFetching)
      await client.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt >= since })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Without the cancellation, a query that has no data yet would go on waiting. */
async function restart(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const queries = client.getQueryCache().findAll({ type: 'active', predicate })
  const isOne = (query: Query) => queries.includes(query)
  await client.cancelQueries({ predicate: isOne })
  await client.refetchQueries({ predicate: isOne })
}

function isFetching({ state }: Query): boolean {
  return state.fetchStatus === 'fetching'
}
