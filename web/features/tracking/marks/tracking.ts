import type { QueryClient } from '@tanstack/react-query'
import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import type { Mark } from '../../../../domain/tracking/marks.ts'
import { PROFILE_FILMS_KEY, PROFILES_KEY } from '../../../data/query-keys.ts'
import { withDetailChanges } from '../details/details.ts'
import { detailsQuery } from '../details/details-query.ts'
import { broadcastReread } from '../queue/mark-broadcast.ts'
import { readStoredMarks, removeStoredMark, storeMarks } from '../queue/stored-marks.ts'
import { withWishChanges } from '../shopping/wish-changes.ts'
import { wishesQuery } from '../shopping/wishes-query.ts'
import {
  impliedMark,
  type MarkChange,
  markKey,
  readMarkKey,
  readSubject,
  type Subject,
  subjectKey,
  tableOf,
  wantKey,
  withChanges,
} from './marks.ts'
import { marksKey, marksQuery } from './marks-query.ts'
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
  const fresh = { client, userId, pending: new PendingMarks(storeOf(client, userId)) }
  current.set(client, fresh)
  fresh.pending.applyAllStored(storedAsQueued(userId))
  return fresh
}

/** Forgets the person's pending marks on this page, when the person is no longer signed in; those that are stored stay. */
export function forgetTracking(client: QueryClient): void {
  current.delete(client)
}

function isForgotten(client: QueryClient, userId: string): boolean {
  return current.get(client)?.userId !== userId
}

/**
 * The pending marks in the browser's storage, by `markKey`. This page knows of no request for them, so all of them
 * count as queued.
 */
export function storedAsQueued(userId: string): Map<string, PendingMark> {
  return new Map(readStoredMarks(userId).map((mark) => [markKey(mark), { ...mark, queued: true }]))
}

type ConfirmedListener = (userId: string, changes: readonly MarkChange[]) => void

const confirmedListeners = new Set<ConfirmedListener>()

/** Calls the listener with the changes that the server has confirmed, until the returned function is called. */
export function listenToConfirmed(listener: ConfirmedListener): () => void {
  confirmedListeners.add(listener)
  return () => confirmedListeners.delete(listener)
}

/**
 * Puts changes that the server has confirmed into the query cache.
 * @param origin whether they were made on this page. A film that they take out of the list on the page stays there until
 * the list is shown next, because nothing should move under the pointer.
 */
export async function confirm(
  client: QueryClient,
  userId: string,
  changes: readonly MarkChange[],
  origin: 'this page' | 'another page',
): Promise<void> {
  const marks = changes.map(impliedMark).filter((mark) => mark !== undefined)
  for (const [table, ofTable] of Map.groupBy(marks, ({ mark, setId }) => tableOf(mark, setId))) {
    const { queryKey } = marksQuery(userId, table)
    // A read that is under way may return rows from before the change.
    const isReading = client.isFetching({ queryKey }) > 0
    if (isReading) await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (marks) => marks && withChanges(marks, ofTable))
    if (isReading) void client.invalidateQueries({ queryKey })
  }
  for (const [subject, ofSubject] of Map.groupBy(changes, subjectKey)) {
    const { queryKey } = detailsQuery(userId, readSubject(subject))
    if (!client.getQueryState(queryKey)) continue
    client.setQueryData(queryKey, (details) => details && withDetailChanges(details, ofSubject))
    // Details that the server removed or restored with a mark are read again.
    void client.invalidateQueries({ queryKey })
  }
  const wishes = changes.filter(({ mark }) => mark === 'wishlist')
  if (wishes.length > 0) {
    const { queryKey } = wishesQuery(userId)
    client.setQueryData(queryKey, (listed) => listed && withWishChanges(listed, wishes))
    void client.invalidateQueries({ queryKey })
  }
  if (changes.length === 0) return
  for (const listener of confirmedListeners) listener(userId, changes)
  if (origin === 'another page') void client.invalidateQueries({ queryKey: PROFILES_KEY })
  else invalidateFigures(client)
}

/** Has the figures of profiles read again, and their lists when they are shown next. */
function invalidateFigures(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: PROFILE_FILMS_KEY, refetchType: 'none' })
  void client.invalidateQueries({
    queryKey: PROFILES_KEY,
    predicate: ({ queryKey }) => queryKey[1] !== PROFILE_FILMS_KEY[1],
  })
}

export function isMarked({ client, userId, pending }: Tracking, subject: Subject, mark: Mark): boolean {
  const key = markKey({ mark, ...subject })
  const confirmed = client.getQueryData(marksQuery(userId, tableOf(mark, subject.setId)).queryKey)
  return pending.get(key) ?? confirmed?.has(key) ?? false
}

/** What the person has changed of a film or a set, and the server has not confirmed. */
export function pendingChanges({ pending }: Tracking, subject: Subject): MarkChange[] {
  return pending.ofSubject(subject).map(({ key, on, row }) => ({ ...readMarkKey(key), on, row }))
}

/** Whether a person wishes for a film in a format: for this one, or for any. Nobody wishes for a set without a spine. */
export function isWishedFor(tracking: Tracking, { filmId }: Subject, format: Format): boolean {
  const wanted = filmId === undefined ? undefined : wishedFormats(tracking, filmId)
  return wanted !== undefined && (wanted.length === 0 || wanted.includes(format))
}

/** The formats in which a person wishes for a film, none for any; undefined without a wish. */
export function wishedFormats(tracking: Tracking, filmId: number): Format[] | undefined {
  if (!isMarked(tracking, { filmId }, 'wishlist')) return undefined
  const { client, userId } = tracking
  const confirmed = client.getQueryData(marksQuery(userId, 'user_wishlist').queryKey) ?? new Set<string>()
  const wishes = withChanges(confirmed, pendingChanges(tracking, { filmId }))
  return FORMATS.filter((format) => wishes.has(wantKey(filmId, format)))
}

/** Has all marks of a person read again, here and in their other tabs, after many were changed at once. */
export function rereadMarks(client: QueryClient, userId: string): void {
  invalidateMarks(client, userId)
  broadcastReread(userId)
}

export function invalidateMarks(client: QueryClient, userId: string): void {
  void client.invalidateQueries({ queryKey: marksKey(userId) })
  void client.invalidateQueries({ queryKey: PROFILES_KEY })
}

function storeOf(client: QueryClient, userId: string): PendingMarkStore {
  return {
    // A request that fails after its person has signed out leaves nothing behind.
    put: (marks) =>
      isForgotten(client, userId)
        ? marks.map(() => false)
        : storeMarks(
            userId,
            marks.map(([key, mark]) => ({ ...readMarkKey(key), ...mark })),
          ),
    remove: (key, mark) => removeStoredMark(userId, { ...readMarkKey(key), ...mark }),
  }
}
