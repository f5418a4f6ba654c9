/** SQL: a WritePlan → one statement that writes and returns a WriteResult. */

import { SCHEMA } from '../../../domain/rest/request.ts'
import type { ReadResult } from '../../../domain/rest/respond-rows.ts'
import type { Statement, Value } from '../../db/database.ts'
import type { Conflict, PlannedValues, WritePlan } from '../plan/plan-write.ts'
import { whereSql } from './conditions-sql.ts'
import { type FieldSql, fieldSqlOf } from './field-sql.ts'
import { type AddValue, literal, quoted, typeSql } from './names-sql.ts'
import { bodySql, cellsSql } from './read-sql.ts'
import { checkedRowCount } from './rows-sql.ts'

/** The one row that a writing statement returns. */
export interface WriteResult extends ReadResult {
  /** How many of the rows are new; only if duplicates are merged. */
  inserted?: number
}

/** Writes the statement whose one row is a {@link WriteResult}. */
export function toWriteSql(plan: WritePlan): Statement {
  const values: Value[] = []
  const addValue = (value: Value) => `$${values.push(value)}`
  const form = {
    source: { kind: 'relation', name: plan.relation } as const,
    media: plan.returns === 'representation' ? plan.media : ('json' as const),
    bodiless: plan.returns === 'minimal',
    columns: plan.columns,
  }
  const fieldSql = fieldSqlOf(plan.types, addValue)
  const written = changeSql(plan, fieldSql, addValue)
  const page = `select ${cellsSql(form, fieldSql)} from written as t`
  const inserted = merges(plan) ? `, ${INSERTED} as inserted` : ''
  const text =
    `with written as (${written}) select ${bodySql(form)} as body, ` +
    `${checkedRowCount(plan)} as rows${inserted} from (${page}) as page`
  return { text, values }
}

function changeSql(plan: WritePlan, fieldSql: FieldSql, addValue: AddValue): string {
  const { change } = plan
  const where = () => whereSql(plan.conditions, fieldSql, addValue)
  const target = `${SCHEMA}.${quoted(plan.relation)} as t`
  // A caller who may write a row may not be allowed to read it: only requested columns are named.
  const names = new Set(plan.columns.map(({ name }) => `t.${quoted(name)}`))
  const returned = names.size > 0 ? [...names].join(', ') : '1'
  switch (change.kind) {
    case 'insert':
      return `insert into ${target}${insertSql(change, change.conflict, addValue)} returning ${returned}`
    case 'update':
      if (change.columns.length === 0) {
        return `select ${returned}${names.size > 0 ? ` from ${target}` : ''} where false`
      }
      return `update ${target} set ${assignments(change, addValue)}${where()} returning ${returned}`
    case 'delete':
      return `delete from ${target}${where()} returning ${returned}`
  }
}

function insertSql(values: PlannedValues, conflict: Conflict | null, addValue: AddValue): string {
  const names = values.columns.map(({ name }) => quoted(name))
  const merged = conflict?.resolution === 'merge-duplicates' && names.length > 0
  const into = names.length > 0 ? ` (${names.join(', ')})` : ''
  const rows = `select ${cells(values).join(', ')} from ${objectsSql(values, addValue)}`
  return `${into} ${rows}${merged ? ` where ${countInserted(1)}` : ''}${conflictSql(names, conflict)}`
}

function conflictSql(names: readonly string[], conflict: Conflict | null): string {
  if (!conflict) return ''
  const on = ` on conflict (${conflict.columns.map(quoted).join(', ')})`
  if (conflict.resolution === 'ignore-duplicates' || names.length === 0) return `${on} do nothing`
  const set = names.map((name) => `${name} = excluded.${name}`).join(', ')
  return `${on} do update set ${set} where ${countInserted(-1)}`
}

function assignments(values: PlannedValues, addValue: AddValue): string {
  const expressions = cells(values)
  const set = values.columns.map(({ name }, index) => `${quoted(name)} = ${expressions[index]}`)
  return `${set.join(', ')} from ${objectsSql(values, addValue)}`
}

/** Writes the objects of the body as rows: `items.item` is the object, `r` has its members as typed columns. */
function objectsSql({ json, columns }: PlannedValues, addValue: AddValue): string {
  const items = `json_array_elements(${addValue(json)}) as items(item)`
  if (columns.length === 0) return items
  const types = columns.map((column) => `${quoted(column.name)} ${typeSql(column)}`)
  return `${items}, json_to_record(items.item) as r(${types.join(', ')})`
}

function cells({ columns, defaults }: PlannedValues): string[] {
  return columns.map((column) => {
    const cell = `r.${quoted(column.name)}`
    if (!defaults || column.default === null) return cell
    return `case when (items.item -> ${literal(column.name)}) is null then ${column.default} else ${cell} end`
  })
}

function merges({ change }: WritePlan): boolean {
  return change.kind === 'insert' && change.conflict?.resolution === 'merge-duplicates'
}

/**
 * Writes a condition that is always true and counts up for each row given and down for each row that existed. PostgREST
 * counts the same way. Unlike reading `xmax`, it needs no right to read. The setting ends with the transaction.
 */
function countInserted(step: 1 | -1): string {
  return `set_config('pgrst.inserted', (${INSERTED} + ${step})::text, true) <> ''`
}

const INSERTED = `coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int`
