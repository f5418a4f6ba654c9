import { FORMAT_NAMES, type Format } from '../../../../domain/film/formats.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { showRejection } from '../rejection-toasts.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { markKey, type TrackedFilm, tableOf } from './marks.ts'
import { setMark } from './set-mark.ts'
import { isMarked, type Tracking } from './tracking.ts'

/**
 * Takes a film off the wishlist and marks it as owned in a format, at once on the page, and shows a toast that offers to
 * undo both. A film that could not be marked as owned stays on the wishlist.
 */
export async function markAsBought(
  tracking: Tracking,
  film: TrackedFilm,
  format: Format,
  onSignedOut: () => void,
): Promise<void> {
  const filmId = film.id
  // The server cannot restore contents that it has not received.
  const wish = tracking.pending.contents(markKey({ mark: 'wishlist', filmId }))
  const wasOwned = isMarked(tracking, { filmId }, format)
  const [owning] = await Promise.allSettled([
    setMark(tracking, { mark: format, filmId, on: true }),
    setMark(tracking, { mark: 'wishlist', filmId, on: false }),
  ])
  if (owning.status === 'rejected') {
    console.warn(owning.reason)
    if (owning.reason instanceof SignedOutError) return onSignedOut()
    await setMark(tracking, { mark: 'wishlist', filmId, on: true }, wish).catch((error) =>
      console.warn(error),
    )
    return showRejection(tableOf(format))
  }
  await toast({
    title: 'Moved to your collection',
    description: `${film.title}, ${FORMAT_NAMES[format]}`,
    action: { label: 'Undo', onClick: undo },
  })

  async function undo() {
    try {
      await Promise.all([
        setMark(tracking, { mark: 'wishlist', filmId, on: true }, wish),
        wasOwned || setMark(tracking, { mark: format, filmId, on: false }),
      ])
    } catch (error) {
      console.warn(error)
      if (error instanceof SignedOutError) onSignedOut()
      else showRejection(tableOf(format))
    }
  }
}
