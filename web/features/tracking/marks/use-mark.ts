import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { countRemovedCopies } from '../details/details-query.ts'
import { showRejection } from '../rejection-toasts.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { removalText, removedText } from './mark-texts.ts'
import {
  type DetailRow,
  isFormat,
  type Mark,
  type Marks,
  markKey,
  type Subject,
  subjectOf,
  type TrackedFilm,
  type TrackedSet,
  tableOf,
} from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { setMark } from './set-mark.ts'
import { isWishedFor, type Tracking, trackingOf } from './tracking.ts'
import { closeWishOffer, offerToEndWish } from './wish-offer.ts'

/** Whether a film has a person's mark, pending changes included; undefined until the marks are loaded. */
export function useIsMarked(userId: string, filmId: number, mark: Mark): boolean | undefined {
  return useIsSet(userId, { mark, filmId })
}

function useIsSet(userId: string, name: Subject & { mark: Mark }): boolean | undefined {
  const { pending } = trackingOf(useQueryClient(), userId)
  const key = markKey(name)
  const { data: confirmed } = useQuery({
    ...marksQuery(userId, tableOf(name.mark, name.setId)),
    // The page loads the marks once for all of its boxes.
    enabled: false,
    // Selects one value, so that a change of another film does not render this one.
    select: useCallback((marks: Marks) => marks.has(key), [key]),
  })
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

/** What made a change: a click, or an Undo, which may bring contents back. */
type Cause = { by: 'click' } | { by: 'undo'; row?: DetailRow | undefined }

/**
 * Sets or removes a mark by a click, or to undo one, and reports a failure in a toast. A click that removes it shows a
 * toast that offers to undo it. One that adds it shows none, because the control already shows it and undoes it, except
 * for a disc that is wished for.
 */
export async function changeMark(
  tracking: Tracking,
  tracked: TrackedFilm | TrackedSet,
  mark: Mark,
  on: boolean,
  onSignedOut: (on: boolean) => void,
  cause: Cause = { by: 'click' },
): Promise<void> {
  const subject = subjectOf(tracked)
  const change = (changed: Mark, value: boolean, how?: Cause) =>
    changeMark(tracking, tracked, changed, value, onSignedOut, how)
  // What the server does not have yet, it cannot bring back.
  const row = tracking.pending.contents(markKey({ mark, ...subject }))
  if (mark !== 'watched') closeWishOffer(subject)
  try {
    const isSet = await setMark(
      tracking,
      { mark, ...subject, on },
      cause.by === 'undo' ? cause.row : undefined,
    )
    if (isSet === undefined || cause.by === 'undo') return
    if (isSet && isFormat(mark) && isWishedFor(tracking, subject, mark)) {
      offerToEndWish(
        tracked,
        mark,
        () => change('wishlist', false),
        () => change(mark, false, { by: 'undo' }),
      )
    }
    if (!isSet) {
      const copies = isFormat(mark) ? await countRemovedCopies(tracking.userId, [subject], mark) : 0
      offerUndo(tracked.title, mark, copies, () => change(mark, true, { by: 'undo', row }))
    }
  } catch (error) {
    console.warn(error)
    if (error instanceof SignedOutError) onSignedOut(on)
    else showRejection(tableOf(mark, subject.setId))
  }
}

function offerUndo(title: string, mark: Mark, copies: number, undo: () => void): void {
  toast({
    title: removalText(mark),
    description: removedText(title, copies),
    action: { label: 'Undo', onClick: undo },
  })
}
