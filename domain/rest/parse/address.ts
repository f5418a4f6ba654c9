/** Parse: a query string → its parameters, and a condition for each filter. */

import { ApiError } from '../api-error.ts'
import { Reader } from '../reader.ts'
import type { Condition } from '../request.ts'
import { readField } from './field.ts'
import { parseFilter, parseLogic } from './filter.ts'
import { notEmbedded } from './order.ts'

/** The same as Node's limit for the head of a request. */
const MAX_QUERY_LENGTH = 16_384

/** Parameters that are not filters. `apikey` is read during authentication. */
const RESERVED: ReadonlySet<string> = new Set(
  'select order limit offset columns on_conflict apikey'.split(' '),
)

export const LOGIC = /^(not\.)?(and|or)$/

/** A parsed query string. */
export interface Query {
  /** Returns the first value of a reserved parameter; later ones are ignored. */
  first(name: string): string | undefined
  others: readonly RawParameter[]
}

/**
 * @param query the text after the question mark, still percent-encoded.
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

/** @throws ApiError 400 PGRST100 for a broken encoding, 22021 for a zero character, 414 for a text that is too long. */
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
  // PostgreSQL stores no zero character and refuses it with the same message.
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

/** @throws ApiError 400 PGRST100 for an invalid filter, PGRST108 for a filter on another table. */
export function toCondition({ name, value }: RawParameter): Condition {
  const [, negated, kind] = LOGIC.exec(name) ?? []
  if (kind) return parseLogic(kind === 'and' ? 'and' : 'or', negated !== undefined, value)
  const reader = new Reader('filter name', name)
  const field = readField(reader)
  if (reader.take('.')) throw notEmbedded(field.column)
  return reader.done ? parseFilter(field, value) : reader.fail('expecting the end of the name')
}
