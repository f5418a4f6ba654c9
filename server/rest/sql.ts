import type { Statement, Value } from '../db/database.ts'
import type { PlannedColumn, ReadPlan } from './plan.ts'
import type { Comparison, ComparisonOperator, Condition, OrderTerm, Truth } from './request.ts'
import { SCHEMA } from './schema.ts'
import type { Source } from './target.ts'

/** The one row that a reading statement answers. */
export interface Answer {
  /** JSON; null without a body, or for a function's null. */
  body: string | null
  rows: number
  /** Rows that match beyond the page; there when counting was asked for. */
  total?: number
}

type AddValue = (value: Value) => string

/** One statement whose one row is an {@link Answer}. */
export function toSql(plan: ReadPlan): Statement {
  const values: Value[] = []
  // Every value travels as a parameter, as text: the database gives it the type its place asks for.
  const addValue = (value: Value) => `$${values.push(value)}`
  const matching = `from ${sourceSql(plan.source, addValue)} as t${whereSql(plan.conditions, addValue)}`
  // Limit and offset are numbers of our own making; the planner does better when it sees them.
  const page = `select ${cellsSql(plan)} ${matching}${orderSql(plan.order)} limit ${plan.limit} offset ${plan.offset}`
  const total = plan.count ? `, (select count(*) ${matching})::int as total` : ''
  const text = `select ${bodySql(plan)} as body, count(*)::int as rows${total} from (${page}) as page`
  // Without values an engine may take the shorter of its two protocols.
  return values.length > 0 ? { text, values } : { text }
}

/** What becomes of a row: an object, a list of texts, a bare value, or nothing. */
function rowForm({ source, media, bodiless }: ReadPlan): 'object' | 'texts' | 'value' | 'nothing' {
  const result = source.kind === 'call' ? source.routine.returns.kind : 'rows'
  if (bodiless || result === 'nothing') return 'nothing'
  if (media === 'csv') return 'texts'
  return result === 'values' ? 'value' : 'object'
}

function bodySql(plan: ReadPlan): string {
  const form = rowForm(plan)
  if (form === 'nothing') return 'null'
  // `page.*` is the row even where a column has the name `page`.
  const rows = `json_agg(page.${form === 'object' ? '*' : 'value'})`
  return isSingle(plan) ? `(${rows} -> 0)::text` : `coalesce(${rows}, '[]')::text`
}

/** Whether the body is one object or value, not a list of them. */
function isSingle({ source, media }: ReadPlan): boolean {
  if (media === 'csv') return false
  return media === 'object' || (source.kind === 'call' && !returnsSet(source))
}

function returnsSet(source: Source & { kind: 'call' }): boolean {
  const { returns } = source.routine
  return returns.kind !== 'nothing' && returns.set
}

function cellsSql(plan: ReadPlan): string {
  const { columns, source } = plan
  if (source.kind === 'call' && source.routine.returns.kind === 'nothing') return ''
  switch (rowForm(plan)) {
    case 'texts':
      return `to_json(array[${columns.map((column) => `${cellSql(column)}::text`).join(', ')}]::text[]) as value`
    case 'value':
      return 't.value'
    default:
      return columns.map(namedCellSql).join(', ')
  }
}

function namedCellSql(column: PlannedColumn): string {
  const hasItsName = column.cast === null && column.as === column.name
  return hasItsName ? cellSql(column) : `${cellSql(column)} as ${quoted(column.as)}`
}

function cellSql({ name, cast }: PlannedColumn): string {
  return `t.${quoted(name)}${cast === null ? '' : `::${cast}`}`
}

function sourceSql(source: Source, addValue: AddValue): string {
  if (source.kind === 'relation') return `${SCHEMA}.${quoted(source.name)}`
  const { routine } = source
  const parameters = source.arguments.map(
    ({ parameter, value }) => `${quoted(parameter.name)} => ${addValue(value)}::${parameter.type}`,
  )
  const call = `${SCHEMA}.${quoted(routine.name)}(${parameters.join(', ')})`
  return routine.returns.kind === 'values' ? `(select ${call} as value)` : call
}

function whereSql(conditions: readonly Condition[], addValue: AddValue): string {
  if (conditions.length === 0) return ''
  return ` where ${conditions.map((condition) => conditionSql(condition, addValue)).join(' and ')}`
}

function conditionSql(condition: Condition, addValue: AddValue): string {
  const positive =
    condition.kind === 'comparison'
      ? comparisonSql(`t.${quoted(condition.column)}`, condition, addValue)
      : `(${condition.members.map((member) => conditionSql(member, addValue)).join(` ${condition.kind} `)})`
  return condition.negated ? `not (${positive})` : positive
}

const OPERATORS: Record<ComparisonOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
}

const TRUTHS: Record<Truth, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

function comparisonSql(column: string, comparison: Comparison, addValue: AddValue): string {
  switch (comparison.operator) {
    case 'in':
      return `${column} = any(${addValue(arrayLiteral(comparison.values))})`
    case 'is':
      return `${column} is ${TRUTHS[comparison.value]}`
    default:
      return `${column} ${OPERATORS[comparison.operator]} ${addValue(comparison.value)}`
  }
}

/** PostgreSQL's text of an array; in quotes nothing is a keyword, not even null. */
function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

function orderSql(order: readonly OrderTerm[]): string {
  if (order.length === 0) return ''
  const terms = order.map(({ column, direction, nulls }) => {
    return `t.${quoted(column)} ${direction}${nulls === null ? '' : ` nulls ${nulls}`}`
  })
  return ` order by ${terms.join(', ')}`
}

/** An identifier that was found in the schema, or a name for a column of the answer. */
function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
