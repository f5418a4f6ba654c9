import type { Title } from '../../titles-query.ts'

const SPINES = 5

/** Titles in groups that stay the same when a film is added or goes: a row never moves to another group. */
export function spineGroups(
  titles: readonly Title[],
  placeOf: (title: Title) => number,
): [group: number, titles: Title[]][] {
  const groups = new Map<number, Title[]>()
  for (const title of titles) {
    const group = Math.floor(placeOf(title) / SPINES)
    const members = groups.get(group)
    if (members) members.push(title)
    else groups.set(group, [title])
  }
  return [...groups]
}
