import type { AdminFilm } from '../../titles-query.ts'

const SPINES_PER_GROUP = 5

/**
 * Adds the films whose forms are open and that the list no longer has, so that a search drops nothing that was typed.
 * They keep the spine that they had when the form opened: a row that moved would be mounted again and lose its form.
 */
export function withOpenForms(
  films: readonly AdminFilm[],
  edited: ReadonlyMap<number, AdminFilm>,
): readonly AdminFilm[] {
  if (edited.size === 0) return films
  const present = new Set(films.map(({ id }) => id))
  const missing = [...edited.values()].filter(({ id }) => !present.has(id))
  return [...films, ...missing].sort((a, b) => listedSpine(a, edited) - listedSpine(b, edited))
}

/** The spine by which the list sorts a film. */
export function listedSpine({ id, spine }: AdminFilm, edited: ReadonlyMap<number, AdminFilm>): number {
  return edited.get(id)?.spine ?? spine
}

/** Groups films by spine, so that a row stays in its group when other films are added or deleted. */
export function spineGroups(
  films: readonly AdminFilm[],
  spineOf: (film: AdminFilm) => number,
): [group: number, films: AdminFilm[]][] {
  const groups = new Map<number, AdminFilm[]>()
  for (const film of films) {
    const group = Math.floor(spineOf(film) / SPINES_PER_GROUP)
    const members = groups.get(group)
    if (members) members.push(film)
    else groups.set(group, [film])
  }
  return [...groups]
}
