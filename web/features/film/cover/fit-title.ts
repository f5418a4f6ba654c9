import { ems } from './type-widths.ts'

/** A title that fits into a width in the ems of type-widths.ts: one that is too long ends in an ellipsis after a whole word. */
export function fitTitle(title: string, width: number): string {
  if (ems(title) <= width) return title
  const words = title.split(' ')
  while (words.length > 1) {
    words.pop()
    const shortened = `${words.join(' ').replace(/[\s,.:;–—&/-]+$/, '')}…`
    if (ems(shortened) <= width) return shortened
  }
  return title
}
