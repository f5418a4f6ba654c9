/** Parse: the address, headers and body of a request to read or call → a ReadRequest. */

import type { Parameter, Range, ReadRequest } from '../request.ts'
import { LOGIC, type Query, type RawParameter, readQuery, toCondition } from './address.ts'
import { parseArguments } from './body.ts'
import { isFilter } from './filter.ts'
import { type Headers, header, parseAccept, parseProfile } from './headers.ts'
import { parseOrder } from './order.ts'
import { parsePrefer } from './prefer.ts'
import { narrow, parseLimit, parseOffset, parseRange } from './range.ts'
import { parseSelect } from './select.ts'

interface Address {
  resource: { kind: 'relation' | 'function'; name: string }
  /** The text after the question mark, still percent-encoded. */
  query: string
}

/**
 * Parses the address and headers of a GET or HEAD request. If a parameter is given twice, the first is used; filters
 * all apply.
 * @throws ApiError 400 for a syntax error, 406 for a schema or media type that is not served, 416 for a range.
 */
export function parseRead(method: string, { resource, query }: Address, headers: Headers): ReadRequest {
  parseProfile(header(headers, 'accept-profile'))
  const parts = readQuery(query)
  const { others } = parts
  return {
    ...parseRows(parts, headers, parseRangeOf(method, headers)),
    resource:
      resource.kind === 'function'
        ? { kind: 'function', name: resource.name, parameters: others.map(toParameter), json: null }
        : { kind: 'relation', name: resource.name },
    filters: resource.kind === 'function' ? [] : others.map(toCondition),
    bodiless: method === 'HEAD',
  }
}

/**
 * Parses a POST request to a function: the body has the arguments, the address selects and filters the rows.
 * @throws ApiError as {@link parseRead} and {@link parseArguments}.
 */
export function parseCall(name: string, query: string, headers: Headers, body: string): ReadRequest {
  parseProfile(header(headers, 'content-profile'))
  const parts = readQuery(query)
  const { json, names } = parseArguments(body)
  const parameters = names.map((each) => ({ name: each, value: '', asFilter: null }))
  return {
    ...parseRows(parts, headers, { offset: 0, limit: null }),
    resource: { kind: 'function', name, parameters, json },
    filters: parts.others.map(toCondition),
    bodiless: parsePrefer(header(headers, 'prefer')).returns === 'minimal',
  }
}

/** The header Range applies only to GET (RFC 9110 §14.2). */
function parseRangeOf(method: string, headers: Headers): Range {
  if (method !== 'GET') return { offset: 0, limit: null }
  return parseRange(header(headers, 'range'), header(headers, 'range-unit'))
}

function parseRows(
  { first }: Query,
  headers: Headers,
  range: Range,
): Pick<ReadRequest, 'select' | 'order' | 'range' | 'count' | 'maxAffected' | 'media'> {
  const order = first('order')
  const { count, maxAffected } = parsePrefer(header(headers, 'prefer'))
  return {
    select: parseSelect(first('select') ?? '*'),
    order: order === undefined ? [] : parseOrder(order),
    range: narrow(range, parseLimit(first('limit')), parseOffset(first('offset'))),
    count,
    maxAffected,
    media: parseAccept(header(headers, 'accept')),
  }
}

function toParameter({ name, value }: RawParameter): Parameter {
  const isLikeFilter = LOGIC.test(name) || isFilter(value)
  return { name, value, asFilter: isLikeFilter ? () => toCondition({ name, value }) : null }
}
