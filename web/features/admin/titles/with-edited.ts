import type { Title } from '../titles-query.ts'

/** Titles with those whose form is open, also when the list no longer has them: nothing typed goes with a search. */
export function withEdited(titles: readonly Title[], edited: ReadonlyMap<number, Title>): readonly Title[] {
  if (edited.size === 0) return titles
  const present = new Set(titles.map(({ id }) => id))
  const missing = [...edited.values()].filter(({ id }) => !present.has(id))
  return missing.length === 0 ? titles : [...titles, ...missing].sort((a, b) => a.spine - b.spine)
}
