import type { Statement, Value } from '../../db/database.ts'
import { smallOrRefused } from '../plan/full-scan-guard.ts'
import type { PlannedColumn, ReadPlan } from '../plan/plan-read.ts'
import type { Argument, Source } from '../plan/target.ts'
import type { OrderTerm } from '../request.ts'
import { SCHEMA } from '../schema/schema.ts'
import { whereSql } from './conditions-sql.ts'
import { type FieldSql, fieldSqlOf } from './field-sql.ts'
import { type AddValue, quoted, typeSql } from './names-sql.ts'
import { ROWS, rowsWithin } from './rows-sql.ts'

/** The one row that a reading statement answers. */
export interface Answer {
  /** JSON; null without a body, or for a function's null. */
  body: string | null
  rows: number
  /** Rows that match beyond the page; there when counting was asked for. */
  total?: number
}

/** One statement whose one row is an {@link Answer}. */
export function toSql(plan: ReadPlan): Statement {
  const values: Value[] = []
  // Every value travels as a parameter, as text: the database gives it the type its place asks for.
  const addValue = (value: Value) => `$${values.push(value)}`
  const fieldSql = fieldSqlOf(plan.types, addValue)
  const source = `${sourceSql(plan.source, addValue)} as t`
  // What a function does it must do once, also where its rows are counted besides.
  const isCounted = plan.access === 'write' || plan.maxAffected !== null
  const called = isCounted ? `with called as materialized (select t.* from ${source}) ` : ''
  const before = plan.ofEverybody ? [smallOrRefused(plan.ofEverybody.name)] : []
  const where = whereSql(plan.conditions, fieldSql, addValue, before)
  const matching = `from ${called === '' ? source : 'called as t'}${where}`
  // Limit and offset are numbers of our own making; the planner does better when it sees them.
  const page = `select ${cellsSql(plan, fieldSql)} ${matching}${orderSql(plan.order, fieldSql)} limit ${plan.limit} offset ${plan.offset}`
  const total = plan.count ? `, (select count(*) ${matching})::int as total` : ''
  const rows = isCounted ? rowsWithin(plan, '(select count(*) from called)') : ROWS
  return {
    text: `${called}select ${bodySql(plan)} as body, ${rows} as rows${total} from (${page}) as page`,
    values,
  }
}

type Form = Pick<ReadPlan, 'source' | 'media' | 'bodiless'>

/** What becomes of a row: an object, a line of CSV, a bare value, or nothing. */
function rowForm({ source, media, bodiless }: Form): 'object' | 'line' | 'value' | 'nothing' {
  const result = source.kind === 'call' ? source.routine.returns.kind : 'rows'
  if (bodiless || result === 'nothing') return 'nothing'
  if (media === 'csv') return 'line'
  return result === 'values' ? 'value' : 'object'
}

/** The rows of `page` as the text of the answer's body. */
export function bodySql(plan: Form): string {
  const form = rowForm(plan)
  if (form === 'nothing') return 'null'
  // As PostgREST has it, a line is how PostgreSQL writes a row, without its brackets.
  if (form === 'line') return `string_agg(left(right((page.*)::text, -1), -1), E'\\n')`
  // `page.*` is the row even where a column has the name `page`.
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

/** The columns of `page`, from those of `t`. */
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

/** The members of a JSON object as columns, each of its parameter's type: so lists and objects get there, too. */
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
