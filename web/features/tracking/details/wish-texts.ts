import { FORMAT_LABELS, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { listText } from '../../../../domain/list-text.ts'
import type { Wish } from './details.ts'

/** The priorities of a wish as they are chosen; the empty one is none. */
export const PRIORITIES = [
  { value: '', label: '–' },
  { value: '1', label: '1 (first)' },
  { value: '2', label: '2' },
  { value: '3', label: '3' },
] as const

/** The formats in which a film is wished for; none for any format. */
export function wantedFormats(wish: Wish): Format[] {
  return FORMATS.filter((format) => wish[`wants_${format}`])
}

/** The state of a wish: `On your wishlist for BD and 4K`. */
export function onWishlist(wish: Wish | null): string {
  const formats = wish ? wantedFormats(wish).map((format) => FORMAT_LABELS[format]) : []
  if (formats.length === 0) return 'On your wishlist'
  return `On your wishlist for ${listText(formats)}`
}
