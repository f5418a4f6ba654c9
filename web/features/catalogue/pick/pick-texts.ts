import { FORMAT_NAMES, type Format } from '../../../../domain/film/formats.ts'

/** Says why no film could be picked. */
export function reasonForNone(
  none: 'no film' | 'unreadable',
  view: { q: string; labels: readonly string[]; format: Format | undefined },
): string {
  if (none === 'unreadable') return 'The list could not be read.'
  const all = [
    ...(view.q === '' ? [] : [`“${view.q}”`]),
    ...(view.format ? [FORMAT_NAMES[view.format]] : []),
    ...view.labels,
  ]
  if (all.length === 0) return 'This list has no titles.'
  return all.length === 1 ? `No title matches ${all[0]}.` : `No title is all of this: ${all.join(', ')}.`
}
