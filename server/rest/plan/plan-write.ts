/** Plan: a WriteRequest and the schema → a WritePlan, whose names all exist. */

import { ApiError } from '../../../domain/rest/api-error.ts'
import type {
  Change,
  Condition,
  Media,
  Resolution,
  Returns,
  WriteRequest,
  Written,
} from '../../../domain/rest/request.ts'
import type { Column, Relation, Schema } from '../schema/schema.ts'
import { type ColumnTypes, typesOf } from '../sql/field-sql.ts'
import { checkCondition, type PlannedColumn, planColumns, requireColumn } from './plan-read.ts'
import { requireWithinLimits } from './request-limits.ts'
import { findRelation } from './target.ts'

/** A request to write; all its names have been found in the schema. */
export interface WritePlan {
  relation: string
  change: PlannedChange
  conditions: readonly Condition[]
  /** What the statement returns of each row, for the body or the header Location. */
  columns: readonly PlannedColumn[]
  types: ColumnTypes
  returns: Returns
  count: boolean
  media: Media
  maxAffected: number | null
  /** The preferences of `Prefer` that are applied. */
  preferences: readonly string[]
}

type PlannedChange =
  | ({ kind: 'insert'; conflict: Conflict | null } & PlannedValues)
  | ({ kind: 'update' } & PlannedValues)
  | { kind: 'delete' }

export interface Conflict {
  columns: readonly string[]
  resolution: Resolution
}

export interface PlannedValues {
  /** The text of a JSON array of objects. */
  json: string
  columns: readonly Column[]
  /** Whether a column that an object does not name gets its default instead of null. */
  defaults: boolean
}

/**
 * Looks up every name.
 * @throws ApiError 404 PGRST205 for an unknown table, 400 for an unknown column to write (PGRST204) or any other
 * (42703), 400 21000 for an update or deletion without a filter, and the errors of planRead.
 */
export function planWrite(request: WriteRequest, schema: Schema): WritePlan {
  const { filters, count, media, maxAffected } = request
  const relation = findRelation(request.relation, schema)
  const types = typesOf(relation.columns)
  requireWithinLimits({ select: request.select, order: [] }, filters)
  for (const condition of filters)
    checkCondition(condition, (name) => requireColumn(relation.name, types, name))

  const change = planChange(request.change, relation, types)
  if (change.kind !== 'insert' && filters.length === 0) throw unfiltered(change.kind)
  const returns = request.returns ?? 'minimal'
  return {
    relation: relation.name,
    change,
    conditions: filters,
    columns:
      returns === 'headers-only' && change.kind === 'insert'
        ? relation.primaryKey.map((name) => ({ name, as: name, cast: 'text' }))
        : request.select.flatMap((item) => planColumns(item, relation.name, types)),
    types,
    returns,
    count,
    media,
    maxAffected,
    preferences: preferencesOf(request, change),
  }
}

function planChange(change: Change, relation: Relation, known: ColumnTypes): PlannedChange {
  if (change.kind === 'delete') return change
  const values = planValues(change, relation)
  if (change.kind === 'update') return { kind: 'update', ...values }
  const columns = change.onConflict ?? relation.primaryKey
  for (const name of columns) requireColumn(relation.name, known, name)
  const { resolution } = change
  const conflict = resolution === null || columns.length === 0 ? null : { columns, resolution }
  return { kind: 'insert', ...values, conflict }
}

function planValues({ json, columns, missing }: Written, relation: Relation): PlannedValues {
  const byName = new Map(relation.columns.map((column) => [column.name, column]))
  const planned = columns.map((name) => byName.get(name) ?? notFound(name, relation.name))
  return { json, columns: planned, defaults: missing === 'default' }
}

function notFound(column: string, relation: string): never {
  throw new ApiError(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${relation}' in the schema cache`,
  )
}

/** A forgotten filter would change every row. Hosted Supabase refuses it with the same message. */
function unfiltered(kind: 'update' | 'delete'): ApiError {
  return new ApiError(400, '21000', `${kind.toUpperCase()} requires a WHERE clause`)
}

function preferencesOf({ change, returns, count, maxAffected }: WriteRequest, plan: PlannedChange): string[] {
  const applied = {
    resolution: plan.kind === 'insert' ? plan.conflict?.resolution : null,
    missing: change.kind === 'delete' ? null : change.missing,
    return: returns,
    count: count ? 'exact' : null,
    handling: maxAffected === null ? null : 'strict',
    'max-affected': maxAffected,
  }
  return Object.entries(applied).flatMap(([name, value]) => (value == null ? [] : [`${name}=${value}`]))
}
