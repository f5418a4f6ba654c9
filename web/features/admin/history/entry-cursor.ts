import { quoteFilterValue } from '../../../data/keyset-page.ts'
import type { Entry } from './entry.ts'

interface Entries {
  lte(column: 'at', moment: string): this
  or(conditions: string): this
}

/** Where an entry stands in the history: latest first, of one moment those of many films, then by spine and id. */
export interface EntryPlace {
  at: string
  /** Null for an entry of many films. */
  spine: number | null
  id: string
}

export function placeOf(entry: Entry): EntryPlace {
  return { at: entry.at, spine: entry.kind === 'film' ? entry.spine : null, id: entry.id }
}

/** Leaves the entries that come after a place in the history. */
export function behindEntry<Query extends Entries>(entries: Query, { at, spine, id }: EntryPlace): Query {
  const [moment, number] = [quoteFilterValue(at), quoteFilterValue(id)]
  const next =
    spine === null
      ? `spine.not.is.null,and(spine.is.null,id.gt.${number})`
      : `spine.gt.${spine},and(spine.eq.${spine},id.gt.${number})`
  // The first condition says nothing new; by it the place is looked up in the index.
  return entries.lte('at', at).or(`at.lt.${moment},and(at.eq.${moment},or(${next}))`)
}
