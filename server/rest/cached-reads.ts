import type { Statement } from '../db/database.ts'
import type { ReadPlan } from './plan/plan-read.ts'
import { findRelation, type Source } from './plan/target.ts'
import type { Condition } from './request.ts'
import type { ResultColumn, Schema } from './schema/schema.ts'
import { seekOf } from './sql/seek.ts'

/** What the answer to a read is chosen by, besides its address. */
export const VARY = 'accept, accept-profile, apikey, authorization, prefer, range, range-unit'

/** Types whose values mean the same at any time. That of a time may be `now`. */
const TIMELESS: ReadonlySet<string> = new Set([
  ...['bool', 'int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'text', 'varchar', 'uuid'],
])

const TIMES: ReadonlySet<string | null> = new Set(['date', 'timestamptz'])

/**
 * The tables an answer is made from, where it is the same for everybody for as long as they do not change: then it may be
 * kept. Else null. A view may call any function.
 */
export function tablesOfKept({ source, columns, conditions }: ReadPlan, schema: Schema): string[] | null {
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

/** Of a function that is called by an address and answers rows. */
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
 * The same plan for all requests that mean the same: conditions that must all hold, or one of which must, may come in any
 * order, and so may the values of a list. Without a body the answer is that with one, but for the body.
 */
export function canonical(plan: ReadPlan): ReadPlan {
  return { ...plan, bodiless: false, conditions: inOrder(plan.conditions) }
}

function inOrder(conditions: readonly Condition[]): Condition[] {
  const canonical = conditions.map((condition): Condition => {
    // Known by the order of its members, and looked up in an index only so.
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
 * What an answer is kept under: the statement says all that it depends on, but for how its rows are written and what their
 * columns are called there.
 */
export function keyOf({ media, columns }: ReadPlan, { text, values = [] }: Statement): string {
  return JSON.stringify([media, columns.map(({ as }) => as), text, ...values])
}
