import { FORMATS, type Format } from '../film/formats.ts'

/** What a person marks a film as: it is on their wishlist, they have watched it, or they own it in a format. */
export type Mark = 'wishlist' | 'watched' | Format

/** The condition of a copy. */
export type Condition = 'sealed' | 'new' | 'very_good' | 'good' | 'worn'

export function isFormat(mark: unknown): mark is Format {
  return FORMATS.includes(mark as Format)
}
