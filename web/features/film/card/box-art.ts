/** What an `img` is given: the address, and for a screen with finer pixels another. */
export interface BoxArtSource {
  src: string
  srcSet?: string
}

const SIZES = ['small', 'medium', 'large'] as const

/**
 * The sources to try for a film's box art, best first. The stored address is the large one, beside which the smaller
 * ones of its kind may be missing. Nothing but https, which the page's content policy asks for.
 * @param size what the place takes on a plain screen; a finer one gets the next larger.
 */
export function boxArtSources(stored: string | null, size: 'small' | 'medium' = 'medium'): BoxArtSource[] {
  if (!stored?.toLowerCase().startsWith('https://')) return []
  const [, before, type] = /^(.*)_large(\.jpe?g)$/i.exec(stored) ?? []
  if (before === undefined) return [{ src: stored }]
  const sized = (name: string) => `${before}_${name}${type}`
  const finer = SIZES[SIZES.indexOf(size) + 1] ?? 'large'
  return [{ src: sized(size), srcSet: `${sized(finer)} 2x` }, { src: stored }]
}
