import type { Condition } from '../../domain/rest/request.ts'
import type { Statement } from '../db/database.ts'
import type { ReadPlan } from './plan/plan-read.ts'
import { findRelation, type Source } from './plan/target.ts'
import type { ResultColumn, Schema } from './schema/schema.ts'
import { seekOf } from './sql/seek.ts'

/** The request headers that the response to a read depends on, besides the address. */
export const VARY = 'accept, accept-profile, apikey, authorization, prefer, range, range-unit'

/** Types whose input text always gives the same value. Date and time types also accept `now`. */
const TIMELESS: ReadonlySet<string> = new Set(
  'bool int2 int4 _int4 int8 numeric float4 float8 text varchar uuid jsonb'.split(' '),
)

const TIMES: ReadonlySet<string | null> = new Set(['date', 'timestamptz'])

/**
 * Returns the tables that a response is made from, or null if the response cannot be cached. It can be cached if it is
 * the same for all callers until one of these tables changes. A view may call any function, so reads of it are not
 * cached.
 */
export function cacheableTables({ source, columns, conditions }: ReadPlan, schema: Schema): string[] | null {
  const read = source.kind === 'relation' ? tableIn(source.name, schema) : tablesIn(source)
  const isAnnounced = read?.tables.every((name) => schema.relations.get(name)?.announced)
  if (!read || !isAnnounced || columns.some(({ cast }) => TIMES.has(cast))) return null
  const timeless = new Set(read.columns.filter(isTimeless).map(({ name }) => name))
  return columnsIn(conditions).every((column) => timeless.has(column)) ? [...read.tables] : null
}

interface Read {
  tables: readonly string[]
  columns: readonly ResultColumn[]
}

function tableIn(name: string, schema: Schema): Read {
  return { tables: [name], columns: findRelation(name, schema).columns }
}

/** Returns what a function reads, for a function that is called by GET and returns rows. */
function tablesIn({ routine, arguments: given, json }: Source & { kind: 'call' }): Read | null {
  const { tables, returns } = routine
  if (!tables || json !== null || returns.kind !== 'rows') return null
  return given.every(({ parameter }) => isTimeless(parameter)) ? { tables, columns: returns.columns } : null
}

function isTimeless({ typeName }: Pick<ResultColumn, 'typeName'>): boolean {
  return TIMELESS.has(typeName)
}

function columnsIn(conditions: readonly Condition[]): string[] {
  return conditions.flatMap((condition) =>
    condition.kind === 'comparison' ? [condition.column] : columnsIn(condition.members),
  )
}

/**
 * Returns one plan for all equivalent requests: it sorts the members of `and` and `or` and the values of lists. A HEAD
 * request shares the plan of its GET request.
 */
export function canonical(plan: ReadPlan): ReadPlan {
  return { ...plan, bodiless: false, conditions: inOrder(plan.conditions) }
}

function inOrder(conditions: readonly Condition[]): Condition[] {
  const canonical = conditions.map((condition): Condition => {
    // A keyset condition is recognized by the order of its members.
    if (seekOf(condition)) return condition
    if (condition.kind !== 'comparison') return { ...condition, members: inOrder(condition.members) }
    return condition.operator === 'in' ? { ...condition, values: condition.values.toSorted() } : condition
  })
  if (canonical.length < 2) return canonical
  return canonical
    .map((condition) => ({ condition, text: JSON.stringify(condition) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ condition }) => condition)
}

/**
 * Returns the key of a cached response: the statement with its values, and what the statement does not determine: the
 * media type and the names of the columns.
 */
export function keyOf({ media, columns }: ReadPlan, { text, values = [] }: Statement): string {
  return JSON.stringify([media, columns.map(({ as }) => as), text, ...values])
}
