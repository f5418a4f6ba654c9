import type { QueryClient } from '@tanstack/react-query'
import { PROFILES_KEY } from '../../query-keys.ts'
import { type MarkChange, markKey, tableOf, withChange } from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { Wishes } from './wishes.ts'
import { writeMark } from './write-mark.ts'

/** One person's marks: the cache holds what the server has confirmed, `wishes` what is on its way there. */
export interface Tracking {
  client: QueryClient
  userId: string
  wishes: Wishes
}

const present = new WeakMap<QueryClient, Tracking>()

/** The same for one person on every page; another person starts with nothing of the former. */
export function trackingOf(client: QueryClient, userId: string): Tracking {
  const tracking = present.get(client)
  if (tracking?.userId === userId) return tracking
  const fresh = { client, userId, wishes: new Wishes() }
  present.set(client, fresh)
  return fresh
}

/**
 * Sets a mark, or takes it away: at once for whoever looks, then on the server.
 * @returns and throws as `Wishes.want` and `writeMark` do; after a failure the marks are as last confirmed.
 */
export async function want(tracking: Tracking, change: MarkChange): Promise<boolean | undefined> {
  const { client, userId, wishes } = tracking
  try {
    return await wishes.want(markKey(change), change.on, async (on) => {
      const sent = { ...change, on }
      await writeMark(userId, sent)
      await confirm(client, userId, sent)
      tellOtherTabs(userId, sent)
    })
  } catch (error) {
    // Whether a request without an answer was carried out, only the server knows.
    void client.invalidateQueries({ queryKey: marksQuery(userId, tableOf(change.mark)).queryKey })
    throw error
  }
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
