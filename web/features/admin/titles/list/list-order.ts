import type { Title } from '../../titles-query.ts'

const SPINES_PER_GROUP = 5

/**
 * Adds the titles whose forms are open and that the list no longer has, so that a search drops nothing that was typed.
 * They keep the spine that they had when the form opened: a row that moved would be mounted again and lose its form.
 */
export function withOpenForms(
  titles: readonly Title[],
  edited: ReadonlyMap<number, Title>,
): readonly Title[] {
  if (edited.size === 0) return titles
  const present = new Set(titles.map(({ id }) => id))
  const missing = [...edited.values()].filter(({ id }) => !present.has(id))
  return [...titles, ...missing].sort((a, b) => listedSpine(a, edited) - listedSpine(b, edited))
}

/** The spine by which the list sorts a title. */
export function listedSpine({ id, spine }: Title, edited: ReadonlyMap<number, Title>): number {
  return edited.get(id)?.spine ?? spine
}

/** Groups titles by spine, so that a row stays in its group when other films are added or deleted. */
export function spineGroups(
  titles: readonly Title[],
  spineOf: (title: Title) => number,
): [group: number, titles: Title[]][] {
  const groups = new Map<number, Title[]>()
  for (const title of titles) {
    const group = Math.floor(spineOf(title) / SPINES_PER_GROUP)
    const members = groups.get(group)
    if (members) members.push(title)
    else groups.set(group, [title])
  }
  return [...groups]
}
