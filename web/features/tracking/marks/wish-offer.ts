import type { Format } from '../../../../domain/film/formats.ts'
import { dismissToasts, toast } from '../../../ui/toast/toast.ts'
import { additionText, wishOfferText } from './mark-texts.ts'
import { type Subject, subjectKey, subjectOf, type TrackedFilm, type TrackedSet } from './marks.ts'

/**
 * Offers to take a film off the wishlist, after a disc that was wished for was added to the collection.
 * @param undo takes the disc away again.
 */
export function offerToEndWish(
  tracked: TrackedFilm | TrackedSet,
  format: Format,
  endWish: () => void,
  undo?: () => void,
): void {
  void toast({
    title: additionText(format),
    description: wishOfferText(tracked.title),
    action: { label: 'Take it off the wishlist', onClick: endWish },
    ...(undo && { otherAction: { label: 'Undo', onClick: undo } }),
    id: offerId(subjectOf(tracked)),
  })
}

/** Closes the offer of a film, because its marks were changed in another way. */
export function closeWishOffer(subject: Subject): void {
  dismissToasts(({ id }) => id === offerId(subject))
}

function offerId(subject: Subject): string {
  return `wish of ${subjectKey(subject)}`
}
