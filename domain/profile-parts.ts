import type { Mine } from './filters/filters.ts'

/** What a profile shows: what its person owns, has watched and wishes for. */
export const PARTS = ['collection', 'watched', 'wishlist'] as const

export type Part = (typeof PARTS)[number]

/** Who sees a profile and its parts: public, unlisted or private. The database answers no part more than its profile. */
export type ProfileVisibility = Record<'visibility' | `${Part}_visibility`, string>

/** What visitors see of a profile on one of its pages. */
export interface ShownProfile {
  /** The parts of which the page shows something. */
  parts: readonly Part[]
  /** Whether search engines may list the page. */
  isListed: boolean
}

/** The part of a profile that a filter by marks reads. */
export const PART_OF_MARK: Record<Mine, Part> = {
  owned: 'collection',
  unowned: 'collection',
  upgrade: 'collection',
  unwatched: 'watched',
  wished: 'wishlist',
}
