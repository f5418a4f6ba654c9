import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isFormat, type Mark } from '../../../../domain/tracking/marks.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { countRemovedCopies } from '../details/details-query.ts'
import { type Marks, type MarkTable, tableOf } from '../marks/marks.ts'
import { useLoadedMarks } from '../marks/marks-query.ts'
import { setMarks } from '../marks/set-mark.ts'
import { isMarked, type Tracking, trackingOf } from '../marks/tracking.ts'
import { showRejection } from '../rejection-toasts.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { type BulkFilm, type BulkState, bulkChanges, bulkState } from './bulk-changes.ts'
import { bulkText } from './bulk-texts.ts'

/**
 * The marks of many films.
 * @param onSignedOut is called if the session turns out to have ended.
 * @returns how many films have a mark, undefined until the marks are loaded, and a function that marks all films that
 * can have it or, if all have it, takes it away.
 */
export function useBulkMarks(
  userId: string,
  films: readonly BulkFilm[],
  onSignedOut: () => void,
): { stateOf: (mark: Mark) => BulkState | undefined; toggle: (mark: Mark) => void } {
  const tracking = trackingOf(useQueryClient(), userId)
  const { pending } = tracking
  const confirmed: Partial<Record<MarkTable, Marks | undefined>> = {
    user_ownership: useLoadedMarks(userId, 'user_ownership'),
    user_wishlist: useLoadedMarks(userId, 'user_wishlist'),
    user_watched: useLoadedMarks(userId, 'user_watched'),
  }
  // Renders anew when marks become pending or are settled.
  useSyncExternalStore(pending.subscribe, pending.countChanges, () => 0)
  const isSet = (filmId: number, mark: Mark) => isMarked(tracking, { filmId }, mark)

  return {
    stateOf: (mark) => (confirmed[tableOf(mark)] ? bulkState(films, mark, isSet) : undefined),
    toggle(mark) {
      const { possible, marked } = bulkState(films, mark, isSet)
      const on = marked < possible
      const changes = bulkChanges(films, mark, on, isSet)
      if (changes.length === 0) return
      const offerUndo = (copies: number) =>
        toast({
          ...bulkText(mark, on, changes.length, on ? films.length - possible : 0, copies),
          action: { label: 'Undo', onClick: () => undo(tracking, changes, onSignedOut) },
        })
      const sending = send(tracking, changes, onSignedOut)
      if (on || !isFormat(mark)) {
        offerUndo(0)
        return
      }
      // Known once the formats are unticked.
      sending.then(async (isSent) => {
        if (isSent) offerUndo((await countRemovedCopies(userId, changes, mark)) ?? 0)
      })
    },
  }
}

type Changes = ReturnType<typeof bulkChanges>

/** Takes changes back, except those that were changed again since. */
function undo(tracking: Tracking, changes: Changes, onSignedOut: () => void): void {
  const kept = changes.filter(({ mark, filmId, on }) => isMarked(tracking, { filmId }, mark) === on)
  if (kept.length === 0) return
  void send(
    tracking,
    kept.map((change) => ({ ...change, on: !change.on })),
    onSignedOut,
  )
}

/** @returns whether the server has the changes, or they are queued; a failure is reported. */
async function send(tracking: Tracking, changes: Changes, onSignedOut: () => void): Promise<boolean> {
  try {
    await setMarks(tracking, changes)
    return true
  } catch (error) {
    console.warn(error)
    if (error instanceof SignedOutError) onSignedOut()
    else if (changes[0]) showRejection(tableOf(changes[0].mark))
    return false
  }
}
