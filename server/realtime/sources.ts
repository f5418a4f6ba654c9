import type { Statement } from '../db/database.ts'
import type { Relation, Schema } from '../rest/schema/schema.ts'
import { quoted } from '../rest/sql/names-sql.ts'
import { type Binding, type Change, type Filter, type Key, parseFilter } from './protocol.ts'

/** The tables of a person whose changes are noted (`private.note_changes`). */
export const TRACKING: readonly string[] = [
  'user_ownership',
  'user_wishlist',
  'user_watched',
  'user_sets',
  'user_copies',
  'user_viewings',
  'user_wish_details',
]

/** What a channel listens to, by the id that the client knows it by. */
export interface Source {
  id: number
  event: Binding['event']
  /** Undefined for every table that is served. */
  table: string | undefined
  filter: Filter | undefined
}

/** Finds the tables and columns of bindings. @returns a sentence for the client if one is not served. */
export function findSources(
  bindings: readonly Binding[],
  schema: Schema,
  nextId: () => number,
): Source[] | string {
  const sources: Source[] = []
  for (const { event, table: named, filter: written } of bindings) {
    const table = named === '*' ? undefined : named
    const relation = table === undefined ? undefined : servedTable(schema, table)
    if (table !== undefined && !relation) return `This server does not send the changes of ${table}.`
    const filter = written === undefined || written === '' ? undefined : parseFilter(written)
    if (written && !(filter && relation?.columns.some(({ name }) => name === filter.column))) {
      return 'A filter is column=eq.value, with a column of the table.'
    }
    sources.push({ id: nextId(), event, table, filter })
  }
  return sources
}

/**
 * Returns a table whose changes are served: tracking, and films as long as everybody who may read it sees all of its
 * rows.
 */
export function servedTable(schema: Schema, name: string): Relation | undefined {
  const relation = schema.relations.get(name)
  return relation && (TRACKING.includes(name) || (name === 'films' && relation.announced))
    ? relation
    : undefined
}

/** Whether a source may be concerned by a change, before its rows are read. */
export function mayConcern({ event, table }: Source, change: Change): boolean {
  if (change.table === null) return table === undefined || TRACKING.includes(table)
  if (table !== undefined && table !== change.table) return false
  return event === '*' || change.type === null || event === change.type
}

/** @param record the row, or its key if it was deleted. */
export function passesFilter({ filter }: Source, record: Readonly<Record<string, unknown>>): boolean {
  return filter === undefined || String(record[filter.column]) === filter.value
}

/** Reads the rows with some keys as one JSON array, `rows`; a row that is gone or hidden is not in it. */
export function rowsStatement({ name, primaryKey, columns }: Relation, keys: readonly Key[]): Statement {
  const typed = primaryKey.map((column) => {
    const type = columns.find((one) => one.name === column)?.type
    return `${quoted(column)} ${type}`
  })
  return {
    text: `select coalesce(json_agg(t), '[]')::text as rows
      from json_to_recordset($1::json) as key (${typed.join(', ')})
      join public.${quoted(name)} t using (${primaryKey.map(quoted).join(', ')})`,
    values: [JSON.stringify(keys)],
  }
}
