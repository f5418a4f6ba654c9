import { ApiError } from '../errors.ts'
import { isFilter, parseFilter, parseLogic } from './parse-filter.ts'
import { type Headers, parseAccept, parsePrefer, parseProfile } from './parse-headers.ts'
import { notEmbedded, parseOrder } from './parse-order.ts'
import { narrow, parseLimit, parseOffset, parseRange } from './parse-range.ts'
import { parseSelect } from './parse-select.ts'
import { Reader, readName } from './reader.ts'
import type { Condition, Parameter, ReadRequest } from './request.ts'

/** Node admits no longer head of a request either. */
const MAX_QUERY_LENGTH = 16_384

/** What the grammar keeps for itself; `apikey` belongs to who answers for the caller. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'apikey'],
])
const LOGIC = /^(not\.)?(and|or)$/

interface Address {
  resource: { kind: 'relation' | 'function'; name: string }
  /** What follows the question mark, still encoded. */
  query: string
}

/**
 * Reads the address and the headers of a GET or HEAD request. Of a parameter given twice the first counts,
 * except that every filter counts.
 * @throws ApiError 400 for what cannot be read, 406 for a schema or form that is not served, 416 for a range.
 */
export function parseRead(method: string, { resource, query }: Address, headers: Headers): ReadRequest {
  parseProfile(header(headers, 'accept-profile'))
  const parameters = parseQuery(query)
  const first = (name: string) => parameters.find((parameter) => parameter.name === name)?.value
  const others = parameters.filter(({ name }) => !RESERVED.has(name))
  const order = first('order')
  return {
    resource:
      resource.kind === 'function'
        ? { kind: 'function', name: resource.name, parameters: others.map(toParameter) }
        : { kind: 'relation', name: resource.name },
    select: parseSelect(first('select') ?? '*'),
    filters: resource.kind === 'function' ? [] : others.map(toCondition),
    order: order === undefined ? [] : parseOrder(order),
    range: narrow(
      parseRange(header(headers, 'range'), header(headers, 'range-unit')),
      parseLimit(first('limit')),
      parseOffset(first('offset')),
    ),
    ...parsePrefer(header(headers, 'prefer')),
    media: parseAccept(header(headers, 'accept')),
    bodiless: method === 'HEAD',
  }
}

interface RawParameter {
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
    const [name = '', value = ''] = part.split(/=(.*)/s, 2)
    return { name: decode(name), value: decode(value) }
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

function toParameter({ name, value }: RawParameter): Parameter {
  const isLikeFilter = LOGIC.test(name) || isFilter(value)
  return { name, value, asFilter: isLikeFilter ? () => toCondition({ name, value }) : null }
}

function toCondition({ name, value }: RawParameter): Condition {
  const [, negated, kind] = LOGIC.exec(name) ?? []
  if (kind) return parseLogic(kind === 'and' ? 'and' : 'or', negated !== undefined, value)
  const reader = new Reader('filter name', name)
  const column = readName(reader)
  if (reader.take('.')) throw notEmbedded(column)
  return reader.done ? parseFilter(column, value) : reader.fail('expecting the end of the name')
}

function header(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
