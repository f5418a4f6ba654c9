import type { Title } from '../../titles-query.ts'

/**
 * Titles with those whose form is open, also when the list no longer has them: nothing typed goes with a search. They
 * stay where they were opened, whatever spine others give them meanwhile: a row that moved would begin anew.
 */
export function withEdited(titles: readonly Title[], edited: ReadonlyMap<number, Title>): readonly Title[] {
  if (edited.size === 0) return titles
  const present = new Set(titles.map(({ id }) => id))
  const missing = [...edited.values()].filter(({ id }) => !present.has(id))
  return [...titles, ...missing].sort((a, b) => placeOf(a, edited) - placeOf(b, edited))
}

/** The spine by which a title has its place in the list. */
export function placeOf({ id, spine }: Title, edited: ReadonlyMap<number, Title>): number {
  return edited.get(id)?.spine ?? spine
}
