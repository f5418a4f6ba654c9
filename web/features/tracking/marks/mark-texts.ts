import { FORMAT_LABELS } from '../../../../domain/film/formats.ts'
import { isFormat, type Mark } from '../../../../domain/tracking/marks.ts'
import type { DetailTable, MarkTable } from './marks.ts'

/** The toast after a mark that was requested before signing in, or that adds a disc that is wished for. */
export function additionText(mark: Mark): string {
  if (isFormat(mark)) return `${FORMAT_LABELS[mark]} added to your collection`
  return mark === 'wishlist' ? 'Added to your wishlist' : 'Added to your watched list'
}

/** The toast after a disc was marked as bought. */
export function boughtText(endedWish: boolean): string {
  return endedWish ? 'Moved to your collection' : 'Added to your collection'
}

/** What is said with the offer to take a film off the wishlist, after a disc of it was added. */
export function wishOfferText(title: string): string {
  return `${title} is still on your wishlist`
}

/** The toast after a removal, which offers to undo it. */
export function removalText(mark: Mark): string {
  if (isFormat(mark)) return `${FORMAT_LABELS[mark]} removed from your collection`
  return mark === 'wishlist' ? 'Removed from your wishlist' : 'Removed from your watched list'
}

/** What was removed: the title, and the copies that were removed with its format. */
export function removedText(title: string, copies: number): string {
  if (copies === 0) return title
  return `${title} and ${copies === 1 ? 'its copy' : `its ${copies} copies`}`
}

const REJECTIONS: Record<MarkTable | DetailTable, string> = {
  user_wishlist: 'Error updating wishlist',
  user_watched: 'Error updating watched list',
  user_ownership: 'Error updating collection',
  user_sets: 'Error updating collection',
  user_copies: 'Error updating your copies',
  user_viewings: 'Error updating your viewings',
}

/** The toast after the server has rejected marks of these tables. */
export function rejectionText(tables: ReadonlySet<MarkTable | DetailTable>): string {
  const [table, ...others] = tables
  return table && others.length === 0 ? REJECTIONS[table] : 'Error updating your lists'
}

/** The toast if a format is ticked after the session has ended. */
export const SIGNED_OUT = {
  title: 'Authentication required',
  description: 'Please log in to track your collection',
}
