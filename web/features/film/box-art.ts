/**
 * The addresses to try for a film's box art, best first: the medium size is enough for a card, but only
 * the large one is known to exist. Nothing but https, which the page's content policy asks for.
 */
export function boxArtAddresses(stored: string | null): string[] {
  if (!stored?.toLowerCase().startsWith('https://')) return []
  const medium = stored.replace(/_large(\.jpe?g)$/i, '_medium$1')
  return medium === stored ? [stored] : [medium, stored]
}
