/** SQL: a ReadPlan → one statement that returns a ReadResult. */

import { type OrderTerm, SCHEMA } from '../../../domain/rest/request.ts'
import type { Statement, Value } from '../../db/database.ts'
import { fullScanGuardSql } from '../plan/full-scan-guard.ts'
import { admittedPeopleSql } from '../plan/hidden-parts.ts'
import type { PlannedColumn, ReadPlan } from '../plan/plan-read.ts'
import type { Argument, Source } from '../plan/target.ts'
import { whereSql } from './conditions-sql.ts'
import { type FieldSql, fieldSqlOf } from './field-sql.ts'
import { type AddValue, quoted, typeSql } from './names-sql.ts'
import { checkedRowCount, ROWS } from './rows-sql.ts'

/** Writes the statement whose one row is a ReadResult. */
export function toSql(plan: ReadPlan): Statement {
  const values: Value[] = []
  // Every value is sent as a parameter, as text; the database infers its type.
  const addValue = (value: Value) => `$${values.push(value)}`
  const fieldSql = fieldSqlOf(plan.types, addValue)
  const source = `${sourceSql(plan.source, addValue)} as t`
  // A function that writes must run once, even if its rows are also counted.
  const isCounted = plan.access === 'write' || plan.maxAffected !== null
  const called = isCounted ? `with called as materialized (select t.* from ${source}) ` : ''
  const before = [
    ...(plan.guardedRelation ? [fullScanGuardSql(plan.guardedRelation.name)] : []),
    ...admittedPeopleSql(plan, addValue),
  ]
  const where = whereSql(plan.conditions, fieldSql, addValue, before)
  const matching = `from ${called === '' ? source : 'called as t'}${where}`
  // Limit and offset are numbers that the parser made. The planner chooses better if they are no parameters.
  const page = `select ${cellsSql(plan, fieldSql)} ${matching}${orderSql(plan.order, fieldSql)} limit ${plan.limit} offset ${plan.offset}`
  const total = plan.count ? `, (select count(*) ${matching})::int as total` : ''
  const rows = isCounted ? checkedRowCount(plan, '(select count(*) from called)') : ROWS
  return {
    text: `${called}select ${bodySql(plan)} as body, ${rows} as rows${total} from (${page}) as page`,
    values,
  }
}

type Form = Pick<ReadPlan, 'source' | 'media' | 'bodiless'>

/** How the body writes a row: as an object, a line of CSV, a bare value, or not at all. */
function rowForm({ source, media, bodiless }: Form): 'object' | 'line' | 'value' | 'nothing' {
  const result = source.kind === 'call' ? source.routine.returns.kind : 'rows'
  if (bodiless || result === 'nothing') return 'nothing'
  if (media === 'csv') return 'line'
  return result === 'values' ? 'value' : 'object'
}

/** Writes an expression that builds the text of the body from the rows of `page`. */
export function bodySql(plan: Form): string {
  const form = rowForm(plan)
  if (form === 'nothing') return 'null'
  // As in PostgREST, a line is PostgreSQL's text of the row without its parentheses.
  if (form === 'line') return `string_agg(left(right((page.*)::text, -1), -1), E'\\n')`
  // `page.*` is the row even if a column is named `page`.
  const rows = `json_agg(page.${form === 'object' ? '*' : 'value'})`
  return isSingle(plan) ? `(${rows} -> 0)::text` : `coalesce(${rows}, '[]')::text`
}

/** Whether the body is one object or value, not a list of them. */
function isSingle({ source, media }: Form): boolean {
  return media === 'object' || (source.kind === 'call' && !returnsSet(source))
}

function returnsSet(source: Source & { kind: 'call' }): boolean {
  const { returns } = source.routine
  return returns.kind !== 'nothing' && returns.set
}

/** Writes the select list of `page` from the columns of `t`. */
export function cellsSql(plan: Form & Pick<ReadPlan, 'columns'>, fieldSql: FieldSql): string {
  const { columns, source } = plan
  if (source.kind === 'call' && source.routine.returns.kind === 'nothing') return ''
  if (rowForm(plan) === 'value') return 't.value'
  return columns.map((column) => namedCellSql(column, fieldSql)).join(', ')
}

function namedCellSql(column: PlannedColumn, fieldSql: FieldSql): string {
  const hasItsName = !column.path && column.cast === null && column.as === column.name
  const cell = cellSql(column, fieldSql)
  return hasItsName ? cell : `${cell} as ${quoted(column.as)}`
}

function cellSql({ name, path, cast }: PlannedColumn, fieldSql: FieldSql): string {
  return `${fieldSql(name, path)}${cast === null ? '' : `::${cast}`}`
}

function sourceSql(source: Source, addValue: AddValue): string {
  if (source.kind === 'relation') return `${SCHEMA}.${quoted(source.name)}`
  const { routine, json } = source
  const given = source.arguments.map(({ parameter, value }) => {
    const name = quoted(parameter.name)
    return `${name} => ${json === null ? `${addValue(value)}::${typeSql(parameter)}` : `args.${name}`}`
  })
  const call = `${SCHEMA}.${quoted(routine.name)}(${given.join(', ')})`
  const args = json === null || given.length === 0 ? '' : argumentsSql(source.arguments, addValue(json))
  if (routine.returns.kind === 'values') return `(select ${call} as value${args && ` from ${args}`})`
  return args ? `${args}, ${call}` : call
}

/** Writes the members of a JSON object as columns with the types of the parameters, so that arrays and objects work. */
function argumentsSql(given: readonly Argument[], json: string): string {
  const columns = given.map(({ parameter }) => `${quoted(parameter.name)} ${typeSql(parameter)}`)
  return `json_to_record(${json}) as args(${columns.join(', ')})`
}

function orderSql(order: readonly OrderTerm[], fieldSql: FieldSql): string {
  if (order.length === 0) return ''
  const terms = order.map(({ column, path, direction, nulls }) => {
    return `${fieldSql(column, path)} ${direction}${nulls === null ? '' : ` nulls ${nulls}`}`
  })
  return ` order by ${terms.join(', ')}`
}
