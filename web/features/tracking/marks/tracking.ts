import type { QueryClient } from '@tanstack/react-query'
import { PROFILES_KEY } from '../../../data/query-keys.ts'
import { readQueuedMarks, removeQueuedMark, storeQueuedMark } from '../queue/queued-marks.ts'
import { type MarkChange, markKey, readMarkKey, tableOf, withChange } from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { type PendingMark, type PendingMarkStore, PendingMarks } from './pending-marks.ts'

/** One person's marks: the query cache holds the confirmed ones, `pending` those the server has not confirmed. */
export interface Tracking {
  client: QueryClient
  userId: string
  pending: PendingMarks
}

const current = new WeakMap<QueryClient, Tracking>()

/** Returns the same object for one person on every page. For another person it starts with their stored marks. */
export function trackingOf(client: QueryClient, userId: string): Tracking {
  const tracking = current.get(client)
  if (tracking?.userId === userId) return tracking
  const fresh = { client, userId, pending: new PendingMarks(storeOf(userId)) }
  fresh.pending.applyAllStored(readStoredMarks(userId))
  current.set(client, fresh)
  return fresh
}

/**
 * The pending marks in the browser's storage, by `markKey`. This page knows of no request for them, so all of them
 * count as queued.
 */
export function readStoredMarks(userId: string): Map<string, PendingMark> {
  return new Map(readQueuedMarks(userId).map((mark) => [markKey(mark), { ...mark, queued: true }]))
}

/** Puts a change that the server has confirmed into the query cache. */
export async function confirm(client: QueryClient, userId: string, change: MarkChange): Promise<void> {
  const { queryKey } = marksQuery(userId, tableOf(change.mark))
  // A read that is under way may return rows from before the change.
  const isReading = client.isFetching({ queryKey }) > 0
  if (isReading) await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (marks) => marks && withChange(marks, change))
  if (isReading) void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey: PROFILES_KEY })
}

function storeOf(userId: string): PendingMarkStore {
  return {
    put: (key, mark) => storeQueuedMark(userId, { ...readMarkKey(key), ...mark }),
    remove: (key, mark) => removeQueuedMark(userId, { ...readMarkKey(key), ...mark }),
  }
}
