import { ApiError } from '../../errors.ts'
import { Reader } from '../reader.ts'
import type { Condition } from '../request.ts'
import { readField } from './field.ts'
import { parseFilter, parseLogic } from './filter.ts'
import { notEmbedded } from './order.ts'

/** Node admits no longer head of a request either. */
const MAX_QUERY_LENGTH = 16_384

/** What the grammar keeps for itself; `apikey` belongs to who answers for the caller. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'apikey'],
])

export const LOGIC = /^(not\.)?(and|or)$/

/** A query string in its parts. */
export interface Query {
  /** Of a parameter that the grammar keeps for itself, the first counts. */
  first(name: string): string | undefined
  others: readonly RawParameter[]
}

/**
 * @param query what follows the question mark, still encoded.
 * @throws ApiError as {@link parseQuery}.
 */
export function readQuery(query: string): Query {
  const parameters = parseQuery(query)
  return {
    first: (name) => parameters.find((parameter) => parameter.name === name)?.value,
    others: parameters.filter(({ name }) => !RESERVED.has(name)),
  }
}

export interface RawParameter {
  name: string
  value: string
}

/** @throws ApiError 400 PGRST100 for a broken encoding, 22021 for a zero character, 414 for too much. */
export function parseQuery(query: string): RawParameter[] {
  if (query.length > MAX_QUERY_LENGTH) {
    throw new ApiError(414, 'PGRST100', `The query string is longer than ${MAX_QUERY_LENGTH} characters`)
  }
  const parts = query.split('&').filter((part) => part !== '')
  return parts.map((part) => {
    const end = part.indexOf('=')
    if (end < 0) return { name: decode(part), value: '' }
    return { name: decode(part.slice(0, end)), value: decode(part.slice(end + 1)) }
  })
}

function decode(text: string): string {
  const decoded = percentDecoded(text.replaceAll('+', ' '))
  // No text in the database has one, and PostgreSQL refuses it in the same words.
  if (decoded.includes('\0')) {
    throw new ApiError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  }
  return decoded
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ApiError(400, 'PGRST100', 'The query string is not percent-encoded UTF-8', text)
  }
}

/** @throws ApiError 400 PGRST100 for what is no filter, PGRST108 for one of another table. */
export function toCondition({ name, value }: RawParameter): Condition {
  const [, negated, kind] = LOGIC.exec(name) ?? []
  if (kind) return parseLogic(kind === 'and' ? 'and' : 'or', negated !== undefined, value)
  const reader = new Reader('filter name', name)
  const field = readField(reader)
  if (reader.take('.')) throw notEmbedded(field.column)
  return reader.done ? parseFilter(field, value) : reader.fail('expecting the end of the name')
}
