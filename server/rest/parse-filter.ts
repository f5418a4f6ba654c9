import { Reader, readName, readQuoted } from './reader.ts'
import {
  COMPARISON_OPERATORS,
  type Comparison,
  type ComparisonOperator,
  type Condition,
  TRUTHS,
  type Truth,
} from './request.ts'

/** Deeper conditions are refused: no screen needs them, and each level costs the database's stack. */
const MAX_DEPTH = 20

const NOT = /not\./y
const OPERATOR = /([a-z]+)\./y
const OPERATORS: ReadonlySet<string> = new Set([...COMPARISON_OPERATORS, 'in', 'is'])
const LOGIC = /(not\.)?(and|or)\(/y
const SPACES = / */y
const UNQUOTED = /[^,)]*/y

/**
 * One filter of the query string: `year=gte.1950`, `spine=not.in.(1,2)`.
 * What follows the operator is the value as it stands; quotes count only in lists.
 * Document: docs.postgrest.org "Horizontal Filtering".
 * @throws ApiError 400 PGRST100.
 */
export function parseFilter(column: string, text: string): Condition {
  const reader = new Reader('filter', text)
  const condition = readComparison(reader, column, () => reader.rest())
  return reader.done ? condition : reader.fail('expecting the end of the filter')
}

/** Whether the text has the look of a filter: what tells a filter from an argument of a function. */
export function isFilter(text: string): boolean {
  const [, operator = ''] = /^(?:not\.)?([a-z]+)\./.exec(text) ?? []
  return OPERATORS.has(operator)
}

/**
 * The members of `and=(…)` or `or=(…)`, which nest and may be negated.
 * Document: docs.postgrest.org "Logical operators".
 * @throws ApiError 400 PGRST100, also when they nest deeper than any use of them.
 */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string): Condition {
  const reader = new Reader('logic tree', text)
  reader.expect('(')
  const condition: Condition = { kind, negated, members: readMembers(reader, 1) }
  return reader.done ? condition : reader.fail('expecting the end of the conditions')
}

function readMembers(reader: Reader, depth: number): Condition[] {
  if (depth > MAX_DEPTH) reader.fail(`expecting conditions no more than ${MAX_DEPTH} deep`)
  const members: Condition[] = []
  do {
    reader.match(SPACES)
    members.push(readMember(reader, depth))
    reader.match(SPACES)
  } while (reader.take(','))
  reader.expect(')')
  return members
}

function readMember(reader: Reader, depth: number): Condition {
  const logic = reader.match(LOGIC)
  if (logic) {
    const kind = logic[2] === 'and' ? 'and' : 'or'
    return { kind, negated: logic[1] !== undefined, members: readMembers(reader, depth + 1) }
  }
  const column = readName(reader)
  reader.expect('.')
  return readComparison(reader, column, () => readListed(reader))
}

function readComparison(reader: Reader, column: string, readValue: () => string): Condition {
  const negated = reader.match(NOT) !== null
  const operator = reader.attempt(() => {
    const name = reader.match(OPERATOR)?.[1]
    return name !== undefined && OPERATORS.has(name) ? name : null
  })
  if (operator === null) reader.fail(`expecting operator (${[...OPERATORS].join(', ')})`)
  return { kind: 'comparison', column, negated, ...readOperand(reader, operator, readValue) }
}

function readOperand(reader: Reader, operator: string, readValue: () => string): Comparison {
  switch (operator) {
    case 'in':
      return { operator, values: readList(reader) }
    case 'is':
      return { operator, value: readTruth(reader) }
    case 'like':
    case 'ilike':
      // The star needs no percent-encoding in an address.
      return { operator, value: readValue().replaceAll('*', '%') }
    default:
      return { operator: operator as ComparisonOperator, value: readValue() }
  }
}

const TRUTH = new RegExp(`(?:${TRUTHS.join('|')})(?![^,)])`, 'iy')

function readTruth(reader: Reader): Truth {
  const truth = reader.match(TRUTH)?.[0] ?? reader.fail(`expecting ${TRUTHS.join(', ')}`)
  return truth.toLowerCase() as Truth
}

function readList(reader: Reader): string[] {
  reader.expect('(')
  if (reader.take(')')) return []
  const values: string[] = []
  do values.push(readListed(reader))
  while (reader.take(','))
  reader.expect(')')
  return values
}

const END_OF_LISTED = /(?=[,)])/y

/** A value between commas. One that only begins in quotes is taken as it stands, as the stock client sends it. */
function readListed(reader: Reader): string {
  const quoted = reader.attempt(() => {
    const text = readQuoted(reader)
    return reader.match(END_OF_LISTED) ? text : null
  })
  return quoted ?? reader.match(UNQUOTED)?.[0] ?? ''
}
