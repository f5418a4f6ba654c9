import { isFormat, type Mark } from '../../../../domain/tracking/marks.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { withDetailChanges } from '../details/details.ts'
import { countRemovedCopies, detailsQuery } from '../details/details-query.ts'
import { showRejection } from '../rejection-toasts.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { removalText, removedText } from './mark-texts.ts'
import { type DetailRow, markKey, subjectOf, type TrackedFilm, type TrackedSet, tableOf } from './marks.ts'
import { setMark } from './set-mark.ts'
import { isWishedFor, pendingChanges, type Tracking } from './tracking.ts'
import { closeWishOffer, offerToEndWish } from './wish-offer.ts'

/** What made a change: a click, or an Undo, which may restore contents. */
type Cause = { by: 'click' } | { by: 'undo'; row?: DetailRow | undefined }

/** What made the latest change of each mark that is being sent. A change during a request is sent by the earlier call. */
const causes = new Map<string, Cause['by']>()

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
  // The server cannot restore contents that it has not received.
  const key = markKey({ mark, ...subject })
  const row = tracking.pending.contents(key)
  causes.set(key, cause.by)
  const confirmed = tracking.client.getQueryData(detailsQuery(tracking.userId, subject).queryKey)
  const details = confirmed && withDetailChanges(confirmed, pendingChanges(tracking, subject))
  const shown = details?.copies.filter(({ format }) => format === mark).length ?? 0
  if (mark !== 'watched') closeWishOffer(subject)
  try {
    const isSet = await setMark(
      tracking,
      { mark, ...subject, on },
      cause.by === 'undo' ? cause.row : undefined,
    )
    if (isSet === undefined) return
    const by = causes.get(key)
    causes.delete(key)
    if (by === 'undo') return
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
      offerUndo(tracked.title, mark, copies ?? shown, () => change(mark, true, { by: 'undo', row }))
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
