import type { QueryClient } from '@tanstack/react-query'
import { PROFILES_KEY } from '../../../data/query-keys.ts'
import { type MarkChange, tableOf, withChange } from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { Wishes } from './pending-marks.ts'
import { readStoredWishes, storeOf } from './stored-pending-marks.ts'

/** One person's marks: the cache holds what the server has confirmed, `wishes` what is on its way there. */
export interface Tracking {
  client: QueryClient
  userId: string
  wishes: Wishes
}

const present = new WeakMap<QueryClient, Tracking>()

/** The same for one person on every page; another person starts with nothing of the former, but with what they left. */
export function trackingOf(client: QueryClient, userId: string): Tracking {
  const tracking = present.get(client)
  if (tracking?.userId === userId) return tracking
  const fresh = { client, userId, wishes: new Wishes(storeOf(userId)) }
  fresh.wishes.hearAll(readStoredWishes(userId))
  present.set(client, fresh)
  return fresh
}

/** Takes over what the server holds now. */
export async function confirm(client: QueryClient, userId: string, change: MarkChange): Promise<void> {
  const { queryKey } = marksQuery(userId, tableOf(change.mark))
  // What is being read may be from before the change.
  const isReading = client.isFetching({ queryKey }) > 0
  if (isReading) await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (marks) => marks && withChange(marks, change))
  if (isReading) void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey: PROFILES_KEY })
}
