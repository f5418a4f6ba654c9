/** Parse: the text of a filter → a condition. */

import { ApiError } from '../api-error.ts'
import { Reader, readQuoted } from '../reader.ts'
import {
  COMPARISON_OPERATORS,
  type Comparison,
  type ComparisonOperator,
  type Condition,
  type Field,
  QUANTIFIABLE,
  type Quantifier,
  TRUTHS,
  type Truth,
} from '../request.ts'
import { readField } from './field.ts'

/** No client needs deeper conditions, and each level takes space on the database's stack. */
const MAX_DEPTH = 20

const NOT = /not\./y
const OPERATOR = /([a-z]+)(?:\((any|all)\))?\./y
const OPERATORS: ReadonlySet<string> = new Set([...COMPARISON_OPERATORS, 'in', 'is'])
const QUANTIFIABLES: ReadonlySet<string> = new Set(QUANTIFIABLE)
const FULL_TEXT = /(?:fts|plfts|phfts|wfts)(?:\([^()]*\))?\./y
const LOGIC = /(not\.)?(and|or)[ \t]*\(/y
const SPACES = /[ \t]*/y
const UNQUOTED = /[^,)]*/y

/**
 * Parses one filter of the query string: `year=gte.1950`, `spine=not.in.(1,2)`.
 * The value is the text after the operator, unchanged; quotes have a meaning only in lists.
 * Document: docs.postgrest.org "Horizontal Filtering".
 * @throws ApiError 400: PGRST100, or PGRST127 for a full-text filter.
 */
export function parseFilter(field: Field, text: string): Condition {
  const reader = new Reader('filter', text)
  const condition = readComparison(reader, field, () => reader.rest())
  return reader.done ? condition : reader.fail('expecting the end of the filter')
}

/** Whether the text looks like a filter and not like an argument of a function. */
export function isFilter(text: string): boolean {
  const reader = new Reader('filter', text)
  reader.match(NOT)
  return reader.match(FULL_TEXT) !== null || OPERATORS.has(reader.match(OPERATOR)?.[1] ?? '')
}

/**
 * Parses the members of `and=(…)` or `or=(…)`, which may be nested and negated.
 * Document: docs.postgrest.org "Logical operators".
 * @throws ApiError 400 PGRST100, also for conditions nested too deeply.
 */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string): Condition {
  const reader = new Reader('logic tree', text)
  readOpening(reader)
  const condition: Condition = { kind, negated, members: readMembers(reader, 1) }
  reader.match(SPACES)
  return reader.done ? condition : reader.fail('expecting the end of the conditions')
}

/** Reads an opening bracket and the blanks on either side, which belong to no value. */
function readOpening(reader: Reader): void {
  reader.match(SPACES)
  reader.expect('(')
  reader.match(SPACES)
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
  const field = readField(reader)
  reader.expect('.')
  return readComparison(reader, field, () => readMemberValue(reader))
}

function readComparison(reader: Reader, field: Field, readValue: () => string): Condition {
  const negated = reader.match(NOT) !== null
  if (reader.match(FULL_TEXT)) throw noFullText()
  const operator = reader.attempt(() => {
    const [, name = '', quantifier] = reader.match(OPERATOR) ?? []
    return (quantifier ? QUANTIFIABLES : OPERATORS).has(name) ? { name, quantifier } : null
  })
  if (operator === null) reader.fail(`expecting operator (${[...OPERATORS].join(', ')})`)
  const quantifier = operator.quantifier as Quantifier | undefined
  const operand = readOperand(reader, operator.name, readValue)
  return { kind: 'comparison', ...field, negated, ...(quantifier && { quantifier }), ...operand }
}

function noFullText(): ApiError {
  return new ApiError(
    400,
    'PGRST127',
    'Feature not implemented',
    'This server has no full-text filters (fts, plfts, phfts, wfts).',
    'Use ilike, as in title=ilike.*word*.',
  )
}

function readOperand(reader: Reader, operator: string, readValue: () => string): Comparison {
  switch (operator) {
    case 'in':
      return { operator, values: readList(reader) }
    case 'is':
      return { operator, value: readTruth(reader) }
    case 'like':
    case 'ilike':
      // Unlike the percent sign, a star needs no encoding in an address.
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
  readOpening(reader)
  const values: string[] = []
  if (!reader.take(')')) {
    do values.push(readListed(reader))
    while (reader.take(','))
    reader.expect(')')
  }
  reader.match(SPACES)
  return values
}

const END_OF_LISTED = /(?=[,)])/y

/** Reads a value between commas. One with text after its closing quote is taken as is, as the stock client sends it. */
function readListed(reader: Reader): string {
  const quoted = reader.attempt(() => {
    const text = readQuoted(reader)
    return reader.match(END_OF_LISTED) ? text : null
  })
  return quoted ?? reader.match(UNQUOTED)?.[0] ?? ''
}

const ARRAY = /\{[^{}]*\}/y

/** Reads a value within `and` or `or`: an array may contain commas outside of quotes. */
function readMemberValue(reader: Reader): string {
  const array = reader.attempt(() => {
    const text = reader.match(ARRAY)?.[0]
    return text !== undefined && reader.match(END_OF_LISTED) ? text : null
  })
  return array ?? readListed(reader)
}
