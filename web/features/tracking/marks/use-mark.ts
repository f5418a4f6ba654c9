import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { toast } from '../../../ui/toast/toast.ts'
import { countRemovedCopies } from '../details/details-query.ts'
import { showRejection } from '../rejection-toasts.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { removalText, removedText } from './mark-texts.ts'
import { isFormat, type Mark, type Marks, markKey, type TrackedFilm, tableOf } from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { setMark } from './set-mark.ts'
import { type Tracking, trackingOf } from './tracking.ts'

/** Whether a film has a person's mark, pending changes included; undefined until the marks are loaded. */
export function useIsMarked(userId: string, filmId: number, mark: Mark): boolean | undefined {
  const { pending } = trackingOf(useQueryClient(), userId)
  const key = markKey({ mark, filmId })
  const { data: confirmed } = useQuery({
    ...marksQuery(userId, tableOf(mark)),
    // The page loads the marks once for all of its boxes.
    enabled: false,
    // Selects the value of one film, so that a change of another film does not render this one.
    select: useCallback((marks: Marks) => marks.has(key), [key]),
  })
  const pendingValue = useSyncExternalStore(
    pending.subscribe,
    () => pending.get(key),
    () => undefined,
  )
  return pendingValue ?? confirmed
}

/**
 * Returns the value of `useIsMarked`, a function that toggles the mark, and whether the mark is queued.
 * @param onSignedOut is called with the new value if the session turns out to have ended.
 */
export function useMark(
  userId: string,
  film: TrackedFilm,
  mark: Mark,
  onSignedOut: (on: boolean) => void,
): [marked: boolean | undefined, toggle: () => void, queued: boolean] {
  const tracking = trackingOf(useQueryClient(), userId)
  const { pending } = tracking
  const key = markKey({ mark, filmId: film.id })
  const marked = useIsMarked(userId, film.id, mark)
  const queued = useSyncExternalStore(
    pending.subscribe,
    () => pending.isQueued(key),
    () => false,
  )
  return [marked, () => changeMark(tracking, film, mark, !marked, onSignedOut), queued]
}

/**
 * Sets or removes a mark, and reports a failure in a toast. A removal shows a toast that offers to undo it. An addition
 * shows none, because the control already shows it and undoes it.
 */
async function changeMark(
  tracking: Tracking,
  film: TrackedFilm,
  mark: Mark,
  on: boolean,
  onSignedOut: (on: boolean) => void,
): Promise<void> {
  try {
    const isSet = await setMark(tracking, { mark, filmId: film.id, on })
    if (isSet === false) {
      const copies = isFormat(mark) ? await countRemovedCopies(tracking.userId, [film.id], mark) : 0
      offerUndo(film, mark, copies, () => changeMark(tracking, film, mark, true, onSignedOut))
    }
  } catch (error) {
    console.warn(error)
    if (error instanceof SignedOutError) onSignedOut(on)
    else showRejection(tableOf(mark))
  }
}

function offerUndo(film: TrackedFilm, mark: Mark, copies: number, undo: () => void): void {
  toast({
    title: removalText(mark),
    description: removedText(film.title, copies),
    action: { label: 'Undo', onClick: undo },
  })
}
