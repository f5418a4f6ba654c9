/** The attributes of an `img`: its address, and another one for high-density screens. */
export interface BoxArtSource {
  src: string
  srcSet?: string
}

const SIZES = ['small', 'medium', 'large'] as const

export type Size = (typeof SIZES)[number]

/**
 * The sources to try for a film's box art, best first. The stored address is that of the large image; the smaller ones
 * may be missing. Only https addresses are used, as the page's content policy requires.
 * @param size the size for a screen of normal density; a high-density screen gets the next larger one, if there is one.
 */
export function boxArtSources(stored: string | null, size: Size = 'medium'): BoxArtSource[] {
  if (!stored?.toLowerCase().startsWith('https://')) return []
  const [, before, type] = /^(.*)_large(\.jpe?g)$/i.exec(stored) ?? []
  if (before === undefined || size === 'large') return [{ src: stored }]
  const sized = (name: string) => `${before}_${name}${type}`
  const finer = SIZES[SIZES.indexOf(size) + 1] ?? 'large'
  return [{ src: sized(size), srcSet: `${sized(finer)} 2x` }, { src: stored }]
}
