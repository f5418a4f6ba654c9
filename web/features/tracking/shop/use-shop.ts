import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Flag, Format } from '../../../../domain/film/formats.ts'
import { markAsBought } from '../marks/mark-as-bought.ts'
import type { TrackedFilm } from '../marks/marks.ts'
import { useLoadedMarks } from '../marks/marks-query.ts'
import { trackingOf } from '../marks/tracking.ts'
import { useOwnedFormats, useWishedFormats } from '../marks/use-mark.ts'
import { boxesQuery } from '../sets/boxes-query.ts'
import { useOwnedSets } from '../sets/use-owned-sets.ts'
import { isWished, type ShopMarks } from './answer-texts.ts'

/** What a person has marked of a film, pending changes included; undefined until it is known. */
export function useShopMarks(userId: string, film: TrackedFilm): ShopMarks | undefined {
  const owned = useOwnedFormats(userId, film)
  const sets = useOwnedSets(userId, film.id)
  const wished = useWishedFormats(userId, film.id)
  const isLoaded = [
    useLoadedMarks(userId, 'user_ownership', isSomething),
    useLoadedMarks(userId, 'user_sets', isSomething),
    useLoadedMarks(userId, 'user_wishlist', isSomething),
    useQuery({ ...boxesQuery(), select: isSomething }).isSuccess,
  ].every(Boolean)
  return isLoaded ? { owned, sets, wished } : undefined
}

function isSomething(): boolean {
  return true
}

/** Returns a function that marks a film as bought in a format, and takes it off the wishlist if it was wished for in it. */
export function useBuying(
  userId: string,
  film: TrackedFilm & Record<Flag, boolean>,
  marks: ShopMarks | undefined,
  onSignedOut: () => void,
): (format: Format) => void {
  const tracking = trackingOf(useQueryClient(), userId)
  return (format) =>
    void markAsBought(tracking, film, format, onSignedOut, marks !== undefined && isWished(marks, format))
}
