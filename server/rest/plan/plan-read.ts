/** Plan: a ReadRequest and the schema → a ReadPlan, whose names all exist. */

import { ApiError } from '../../../domain/rest/api-error.ts'
import { notEmbedded } from '../../../domain/rest/parse/order.ts'
import {
  type Condition,
  type JsonPath,
  MAX_ROWS,
  type OrderTerm,
  type ReadRequest,
  type SelectItem,
} from '../../../domain/rest/request.ts'
import type { HiddenPart, Relation, Routine, Schema } from '../schema/schema.ts'
import { type ColumnTypes, typesOf } from '../sql/field-sql.ts'
import { needsFullScanGuard } from './full-scan-guard.ts'
import { requireShortArguments, requireWithinLimits } from './request-limits.ts'
import { findRelation, findTarget, type Source } from './target.ts'

/** A request to read; all its names have been found in the schema. */
export interface ReadPlan {
  source: Source
  /** `write` for a volatile function called by POST; a function called by GET cannot write. */
  access: 'read' | 'write'
  columns: readonly PlannedColumn[]
  types: ColumnTypes
  conditions: readonly Condition[]
  order: readonly OrderTerm[]
  offset: number
  limit: number
  count: boolean
  /** The most rows that a function may affect, otherwise its transaction is rolled back; null is no limit. */
  maxAffected: number | null
  /** The relation, if it may be read only while it is small: the read may scan the rows of all people. */
  guardedRelation: Relation | null
  /** The part of the profiles of its people that the rows show, which some of them hide. */
  hiddenPart: HiddenPart | null
  media: ReadRequest['media']
  bodiless: boolean
}

export interface PlannedColumn {
  name: string
  path?: JsonPath
  /** Its name in the response. */
  as: string
  cast: string | null
}

/** The SQL types that a column may be cast to. */
const CASTS: ReadonlySet<string> = new Set(
  'text int2 int4 int8 smallint int integer bigint numeric real float4 float8 bool boolean date timestamptz json jsonb'.split(
    ' ',
  ),
)

/**
 * Looks up every name.
 * @throws ApiError 404 for an unknown table or function (PGRST205, PGRST202), 400 for an unknown column (42703) or
 * type (42704), an embedding (PGRST200), an unusable max-affected (PGRST128), or an exceeded request limit (54000).
 */
export function planRead(request: ReadRequest, schema: Schema): ReadPlan {
  const { resource, range, count, maxAffected, media, bodiless } = request
  const { source, name, columns, filters } = findTarget(resource, schema)
  const types = typesOf(columns)
  const has = (column: string) => requireColumn(name, types, column)

  const writes = source.kind === 'call' && source.json !== null && source.routine.volatility === 'volatile'
  const access = writes ? 'write' : 'read'
  const conditions = [...request.filters, ...filters]
  requireWithinLimits(request, conditions)
  if (access === 'read' && source.kind === 'call' && source.json !== null) requireShortArguments(source.json)
  for (const condition of conditions) checkCondition(condition, has)
  for (const { column } of request.order) has(column)
  const relation = source.kind === 'relation' ? findRelation(source.name, schema) : null
  return {
    source,
    access,
    columns: request.select.flatMap((item) => planColumns(item, name, types)),
    types,
    conditions,
    order: request.order,
    offset: range.offset,
    limit: Math.min(range.limit ?? MAX_ROWS, MAX_ROWS),
    count,
    maxAffected: source.kind === 'call' ? maxAffectedOf(source.routine, maxAffected) : null,
    guardedRelation: relation && needsFullScanGuard(relation, conditions) ? relation : null,
    hiddenPart: relation?.hiddenPart ?? null,
    media,
    bodiless,
  }
}

/** The number of rows that a function returns is the number affected only if the function returns a set. */
function maxAffectedOf({ returns }: Routine, most: number | null): number | null {
  if (most === null || (returns.kind !== 'nothing' && returns.set)) return most
  throw new ApiError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
}

export function requireColumn(relation: string, known: ColumnTypes, column: string): void {
  if (known.has(column)) return
  throw new ApiError(400, '42703', `column ${relation}.${column} does not exist`)
}

/** @param has throws for an unknown column. */
export function checkCondition(condition: Condition, has: (column: string) => void): void {
  if (condition.kind === 'comparison') has(condition.column)
  else for (const member of condition.members) checkCondition(member, has)
}

/** @throws ApiError 400 as {@link planRead}. */
export function planColumns(item: SelectItem, relation: string, known: ColumnTypes): PlannedColumn[] {
  switch (item.kind) {
    case 'all':
      return [...known.keys()].map((name) => ({ name, as: name, cast: null }))
    case 'embedding':
      throw noEmbedding(relation, item.name)
    case 'column': {
      requireColumn(relation, known, item.name)
      if (item.cast !== null && !CASTS.has(item.cast)) {
        throw new ApiError(400, '42704', `type "${item.cast}" does not exist`)
      }
      const { name, path, alias, cast } = item
      return [{ name, ...(path && { path }), as: alias ?? lastKey(path) ?? name, cast }]
    }
  }
}

/** The last key of a path names its result; an element of an array has the name of the array. */
function lastKey(path: JsonPath | undefined): string | undefined {
  return path?.map(({ to }) => to).findLast((to) => typeof to === 'string')
}

function noEmbedding(relation: string, embedded: string): ApiError {
  return new ApiError(
    400,
    'PGRST200',
    `Could not find a relationship between '${relation}' and '${embedded}' in the schema cache`,
    'This server does not embed one table in the rows of another.',
    notEmbedded(embedded).hint,
  )
}
