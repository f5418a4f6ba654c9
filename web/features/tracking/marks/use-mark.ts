import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import type { Mark } from '../../../../domain/tracking/marks.ts'
import { changeMark } from './change-mark.ts'
import {
  type Marks,
  markKey,
  type Subject,
  subjectOf,
  type TrackedFilm,
  type TrackedSet,
  tableOf,
} from './marks.ts'
import { useLoadedMarks } from './marks-query.ts'
import { trackingOf, wishedFormats } from './tracking.ts'

/** Whether a film has a person's mark, pending changes included; undefined until the marks are loaded. */
export function useIsMarked(userId: string, filmId: number, mark: Mark): boolean | undefined {
  return useIsSet(userId, { mark, filmId })
}

function useIsSet(userId: string, name: Subject & { mark: Mark }): boolean | undefined {
  const { pending } = trackingOf(useQueryClient(), userId)
  const key = markKey(name)
  const confirmed = useLoadedMarks(
    userId,
    tableOf(name.mark, name.setId),
    // Selects one value, so that a change of another film does not render this one.
    useCallback((marks: Marks) => marks.has(key), [key]),
  )
  const pendingValue = useSyncExternalStore(
    pending.subscribe,
    () => pending.get(key),
    () => undefined,
  )
  return pendingValue ?? confirmed
}

/** The formats of a film or a set that a person has ticked, pending changes included. */
export function useOwnedFormats(userId: string, tracked: TrackedFilm | TrackedSet): Format[] {
  const subject = subjectOf(tracked)
  const ticked: Record<Format, boolean | undefined> = {
    laserdisc: useIsSet(userId, { mark: 'laserdisc', ...subject }),
    dvd: useIsSet(userId, { mark: 'dvd', ...subject }),
    bluray: useIsSet(userId, { mark: 'bluray', ...subject }),
    bluray_4k: useIsSet(userId, { mark: 'bluray_4k', ...subject }),
  }
  return FORMATS.filter((format) => ticked[format])
}

/** The formats in which a person wishes for a film, none for any; undefined without a wish. Pending changes are included. */
export function useWishedFormats(userId: string, filmId: number): Format[] | undefined {
  const tracking = trackingOf(useQueryClient(), userId)
  // What is confirmed is read from the query cache: this renders again when it changes there.
  useLoadedMarks(userId, 'user_wishlist')
  // A text, because a snapshot must be equal to the last one while nothing has changed.
  const wished = useSyncExternalStore(
    tracking.pending.subscribe,
    () => wishedFormats(tracking, filmId)?.join(),
    () => undefined,
  )
  return useMemo(
    () => (wished === undefined ? undefined : FORMATS.filter((format) => wished.split(',').includes(format))),
    [wished],
  )
}

/**
 * Returns the value of `useIsMarked`, a function that toggles the mark, and whether the mark is queued.
 * @param onSignedOut is called with the new value if the session turns out to have ended.
 */
export function useMark(
  userId: string,
  tracked: TrackedFilm | TrackedSet,
  mark: Mark,
  onSignedOut: (on: boolean) => void,
): [marked: boolean | undefined, toggle: () => void, queued: boolean] {
  const tracking = trackingOf(useQueryClient(), userId)
  const { pending } = tracking
  const name = { mark, ...subjectOf(tracked) }
  const key = markKey(name)
  const marked = useIsSet(userId, name)
  const queued = useSyncExternalStore(
    pending.subscribe,
    () => pending.isQueued(key),
    () => false,
  )
  return [marked, () => changeMark(tracking, tracked, mark, !marked, onSignedOut), queued]
}
