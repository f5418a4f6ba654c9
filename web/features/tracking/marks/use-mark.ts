import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { changeMark, type TrackedFilm } from './change-mark.ts'
import { type Mark, type Marks, markKey, tableOf } from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { trackingOf } from './tracking.ts'

/** Whether a film has a person's mark, as last wished for; undefined until that is known. */
export function useIsMarked(userId: string, filmId: number, mark: Mark): boolean | undefined {
  const { wishes } = trackingOf(useQueryClient(), userId)
  const key = markKey({ mark, filmId })
  const { data: confirmed } = useQuery({
    ...marksQuery(userId, tableOf(mark)),
    // The page brings the marks in; a thousand boxes only look.
    enabled: false,
    // The answer for one film, so that a change of another one draws nothing here.
    select: useCallback((marks: Marks) => marks.has(key), [key]),
  })
  const wanted = useSyncExternalStore(
    wishes.subscribe,
    () => wishes.get(key),
    () => undefined,
  )
  return wanted ?? confirmed
}

/**
 * Whether a film has a person's mark, as `useIsMarked` says, how to turn it over, and whether the last wish waits for the
 * server to be back.
 * `onSignedOut` is called with what was wanted when the session turns out to have ended.
 */
export function useMark(
  userId: string,
  film: TrackedFilm,
  mark: Mark,
  onSignedOut: (on: boolean) => void,
): [marked: boolean | undefined, toggle: () => void, unsent: boolean] {
  const tracking = trackingOf(useQueryClient(), userId)
  const { wishes } = tracking
  const key = markKey({ mark, filmId: film.id })
  const marked = useIsMarked(userId, film.id, mark)
  const unsent = useSyncExternalStore(
    wishes.subscribe,
    () => wishes.isWaiting(key),
    () => false,
  )
  return [marked, () => changeMark(tracking, film, mark, !marked, onSignedOut), unsent]
}
