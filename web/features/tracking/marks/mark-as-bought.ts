import { FORMAT_NAMES, type Format } from '../../../../domain/film/formats.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { showRejection } from '../rejection-toasts.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { boughtText } from './mark-texts.ts'
import { markKey, type TrackedFilm, tableOf } from './marks.ts'
import { setMark } from './set-mark.ts'
import { isMarked, type Tracking } from './tracking.ts'

/**
 * Marks a film as owned in a format and takes it off the wishlist, at once on the page, and shows a toast that offers to
 * undo both. A film that could not be marked as owned stays on the wishlist, and one that
 * could not be taken off it is owned all the same.
 * @param endsWish false if the film is not on the wishlist, or only for other formats; it is then left as it is.
 */
export async function markAsBought(
  tracking: Tracking,
  film: TrackedFilm,
  format: Format,
  onSignedOut: () => void,
  endsWish = true,
): Promise<void> {
  const filmId = film.id
  // The server cannot restore contents that it has not received.
  const wish = tracking.pending.contents(markKey({ mark: 'wishlist', filmId }))
  const wasOwned = isMarked(tracking, { filmId }, format)
  const [owning, ending] = await Promise.allSettled([
    setMark(tracking, { mark: format, filmId, on: true }),
    endsWish && setMark(tracking, { mark: 'wishlist', filmId, on: false }),
  ])
  if (owning.status === 'rejected') {
    console.warn(owning.reason)
    if (owning.reason instanceof SignedOutError) return onSignedOut()
    if (endsWish) await wishAgain().catch((error) => console.warn(error))
    return showRejection(tableOf(format))
  }
  const isMoved = endsWish && ending.status === 'fulfilled'
  if (ending.status === 'rejected') {
    console.warn(ending.reason)
    showRejection(tableOf('wishlist'))
  }
  await toast({
    title: boughtText(isMoved),
    description: `${film.title}, ${FORMAT_NAMES[format]}`,
    action: { label: 'Undo', onClick: undo },
  })

  function wishAgain() {
    return setMark(tracking, { mark: 'wishlist', filmId, on: true }, wish)
  }

  async function undo() {
    try {
      await Promise.all([
        isMoved && wishAgain(),
        wasOwned || setMark(tracking, { mark: format, filmId, on: false }),
      ])
    } catch (error) {
      console.warn(error)
      if (error instanceof SignedOutError) onSignedOut()
      else showRejection(tableOf(format))
    }
  }
}
