import { quoteFilterValue } from '../../../data/keyset-page.ts'
import type { Entry } from './entry.ts'

interface Entries {
  lte(column: 'at', moment: string): this
  or(conditions: string): this
}

/** The sort values of an entry: latest first; within one moment entries of many films, then by spine and id. */
export interface EntryCursor {
  at: string
  /** Null for an entry of many films, and of a set without a spine. */
  spine: number | null
  id: string
}

export function cursorOf(entry: Entry): EntryCursor {
  return { at: entry.at, spine: entry.kind === 'update' ? null : entry.spine, id: entry.id }
}

/** Restricts a query to the entries after a cursor. */
export function entriesAfter<Query extends Entries>(entries: Query, { at, spine, id }: EntryCursor): Query {
  const [moment, number] = [quoteFilterValue(at), quoteFilterValue(id)]
  const next =
    spine === null
      ? `spine.not.is.null,and(spine.is.null,id.gt.${number})`
      : `spine.gt.${spine},and(spine.eq.${spine},id.gt.${number})`
  // The first condition follows from the second, but lets the database use the index.
  return entries.lte('at', at).or(`at.lt.${moment},and(at.eq.${moment},or(${next}))`)
}
