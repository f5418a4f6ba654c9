/** Parse: the address, headers and body of a request to insert, update or delete → a WriteRequest. */

import { ApiError } from '../api-error.ts'
import { Reader, readAll, readName } from '../reader.ts'
import type { Change, WriteRequest } from '../request.ts'
import { type Query, readQuery, toCondition } from './address.ts'
import { parseObjects } from './body.ts'
import { type Headers, header, parseAccept, parseProfile } from './headers.ts'
import { parsePrefer } from './prefer.ts'
import { parseSelect } from './select.ts'

export type WriteMethod = 'POST' | 'PATCH' | 'DELETE'

interface Address {
  relation: string
  /** The text after the question mark, still percent-encoded. */
  query: string
}

/**
 * Parses a request that inserts, updates or deletes rows of a table.
 * Documents: docs.postgrest.org "Insert", "Update", "Upsert", "Delete".
 * @throws ApiError 400 for a syntax error, 406 for a schema or media type that is not served.
 */
export function parseWrite(
  method: WriteMethod,
  { relation, query }: Address,
  headers: Headers,
  body: string,
): WriteRequest {
  parseProfile(header(headers, 'content-profile'))
  const { first, others } = readQuery(query)
  refusePaging(first)
  const prefer = parsePrefer(header(headers, 'prefer'))
  const { returns, count, maxAffected } = prefer
  return {
    relation,
    change: parseChange(method, first, prefer, body),
    select: returns === 'representation' ? parseSelect(first('select') ?? '*') : [],
    // Filters of an insert are ignored.
    filters: method === 'POST' ? [] : others.map(toCondition),
    returns,
    count,
    media: parseAccept(header(headers, 'accept')),
    maxAffected: method === 'POST' ? null : maxAffected,
  }
}

function parseChange(
  method: WriteMethod,
  first: Query['first'],
  { missing, resolution }: ReturnType<typeof parsePrefer>,
  body: string,
): Change {
  if (method === 'DELETE') return { kind: 'delete' }
  const written = { ...parseObjects(body, parseNames('columns', first('columns'))), missing }
  if (method === 'POST') {
    const onConflict = parseNames('on_conflict', first('on_conflict'))
    return { kind: 'insert', ...written, resolution, onConflict }
  }
  if (written.objects > 1) throw new ApiError(400, 'PGRST102', 'An update takes one JSON object')
  return { kind: 'update', ...written }
}

function parseNames(parameter: string, text: string | undefined): string[] | null {
  if (text === undefined) return null
  return [...new Set(readAll(new Reader(`${parameter} parameter`, text), readName))]
}

/** Ignoring these parameters would be dangerous: a caller who deletes the first ten rows would lose all of them. */
function refusePaging(first: Query['first']): void {
  const paging = ['limit', 'offset', 'order'].find((name) => first(name) !== undefined)
  if (paging === undefined) return
  throw new ApiError(
    400,
    'PGRST100',
    `A write takes no ${paging}`,
    null,
    'Select the rows by filters. The rows of the response are not ordered.',
  )
}
