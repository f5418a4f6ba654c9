import type { ProfileVisibility } from './profile-parts.ts'

/**
 * The lists of the comparison of two people, by the columns of `compared_films`: the films that both own, the films
 * that only one of them owns, and the films that one wishes for and the other owns. `one` is the person whose username
 * comes first in the address.
 */
export const COMPARED_LISTS = [
  'both_own',
  'only_one_owns',
  'only_other_owns',
  'wished_by_one',
  'wished_by_other',
] as const

export type ComparedList = (typeof COMPARED_LISTS)[number]

/** The parts of both profiles that a list is about. */
const PARTS_OF: Record<
  ComparedList,
  readonly [one: 'collection' | 'wishlist', other: 'collection' | 'wishlist']
> = {
  both_own: ['collection', 'collection'],
  only_one_owns: ['collection', 'collection'],
  only_other_owns: ['collection', 'collection'],
  wished_by_one: ['wishlist', 'collection'],
  wished_by_other: ['collection', 'wishlist'],
}

/** What visitors see of the comparison of two profiles. */
export function comparedLists(
  one: ProfileVisibility,
  other: ProfileVisibility,
): { lists: ComparedList[]; isListed: boolean } {
  const choices = [
    one.collection_visibility,
    one.wishlist_visibility,
    other.collection_visibility,
    other.wishlist_visibility,
  ]
  return {
    lists: COMPARED_LISTS.filter((list) => {
      const [ofOne, ofOther] = PARTS_OF[list]
      return one[`${ofOne}_visibility`] !== 'private' && other[`${ofOther}_visibility`] !== 'private'
    }),
    isListed: !choices.includes('unlisted'),
  }
}

export const DEFAULT_COMPARED_LIST = 'both_own' satisfies ComparedList

/** Reads the list from the address; an unknown name gives the default. */
export function readComparedList(text: unknown): ComparedList {
  return COMPARED_LISTS.find((list) => list === text) ?? DEFAULT_COMPARED_LIST
}
