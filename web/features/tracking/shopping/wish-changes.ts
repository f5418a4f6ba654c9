import type { MarkChange } from '../marks/marks.ts'
import type { ListedWish } from './wishes-query.ts'

/** Returns the wishes after these changes. A wish for a film that is not among them comes when they are read again. */
export function withWishChanges(wishes: readonly ListedWish[], changes: readonly MarkChange[]): ListedWish[] {
  const ofFilms = new Map(
    changes.filter(({ mark }) => mark === 'wishlist').map((change) => [change.filmId, change]),
  )
  return wishes.flatMap((wish) => {
    const change = ofFilms.get(wish.film_id)
    if (!change) return [wish]
    return change.on ? [{ ...wish, ...(change.row as Partial<ListedWish> | undefined) }] : []
  })
}
