import { FORMAT_LABELS } from '../../../../domain/film/formats.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { SignedOutError } from '../own-client.ts'
import { tellRefusal } from '../tell-refused.ts'
import { isFormat, type Mark, tableOf } from './marks.ts'
import { want } from './set-mark.ts'
import type { Tracking } from './tracking.ts'

export interface TrackedFilm {
  id: number
  title: string
}

/** What a click on a mark does: the change, a word if it fails, and an offer to put back what was taken away. */
export async function changeMark(
  tracking: Tracking,
  film: TrackedFilm,
  mark: Mark,
  on: boolean,
  onSignedOut: (on: boolean) => void,
): Promise<void> {
  try {
    const settled = await want(tracking, { mark, filmId: film.id, on })
    if (settled === false) offerUndo(film, mark, () => changeMark(tracking, film, mark, true, onSignedOut))
  } catch (error) {
    console.warn(error)
    if (error instanceof SignedOutError) onSignedOut(on)
    else tellRefusal(tableOf(mark))
  }
}

function offerUndo(film: TrackedFilm, mark: Mark, undo: () => void): void {
  toast({ title: removal(mark), description: film.title, action: { label: 'Undo', onClick: undo } })
}

function removal(mark: Mark): string {
  if (isFormat(mark)) return `${FORMAT_LABELS[mark]} removed from your collection`
  return mark === 'wishlist' ? 'Removed from your wishlist' : 'Removed from your watched list'
}
