import { ApiError } from '../rest/api-error.ts'
import { parseCall, parseRead } from '../rest/parse/parse.ts'
import type { ReadRequest } from '../rest/request.ts'
import { respondRows } from '../rest/respond-rows.ts'
import { callSource } from './calls.ts'
import { askingPerson } from './tables/asking-person.ts'
import { indexOf } from './tables/catalogue-index.ts'
import { relationSource } from './tables/relations.ts'
import type { OfflineData, OfflineRequest, OfflineResponse } from './tables/tables.ts'
import { Unanswerable } from './unanswerable.ts'

/**
 * Answers a request of the API from stored tables, as the server would answer the person who is signed in.
 * @returns undefined if the stored tables cannot answer: for rows of other people, a table or function that is not
 * stored, a write, and all that is not implemented.
 */
export function answerRequest(request: OfflineRequest, data: OfflineData): OfflineResponse | undefined {
  try {
    return answer(request, data)
  } catch (error) {
    if (error instanceof Unanswerable) return undefined
    if (error instanceof ApiError) return toErrorResponse(error, request)
    throw error
  }
}

function answer(request: OfflineRequest, data: OfflineData): OfflineResponse | undefined {
  const parsed = parse(request)
  if (!parsed || parsed.media === 'csv' || parsed.maxAffected !== null) return undefined
  const { resource, count } = parsed
  const index = indexOf(data.catalogue)
  const person = askingPerson(request.headers.authorization, data.person)
  const called =
    resource.kind === 'function'
      ? callSource(resource, index, person)
      : { source: relationSource(resource.name, index, person), filters: [] }
  if (!called?.source) return undefined
  const { body, rows, total } = called.source({ ...parsed, filters: [...parsed.filters, ...called.filters] })
  const form = { ...parsed, offset: parsed.range.offset, columns: [] }
  const response = respondRows(form, { body, rows, ...(count && { total }) })
  return { ...response, body: response.body ?? '' }
}

/** Parses a request that reads; undefined for any other. */
function parse({ method, path, headers, body }: OfflineRequest): ReadRequest | undefined {
  const [, call, name = '', query = ''] = /^(rpc\/)?(\w+)(?:\?(.*))?$/s.exec(path) ?? []
  if (name === '') return undefined
  if (method === 'GET' || method === 'HEAD') {
    return parseRead(method, { resource: { kind: call ? 'function' : 'relation', name }, query }, headers)
  }
  return method === 'POST' && call ? parseCall(name, query, headers, body ?? '') : undefined
}

function toErrorResponse(error: ApiError, { method }: OfflineRequest): OfflineResponse {
  const { status, code, message, details, hint, headers } = error
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: method === 'HEAD' ? '' : JSON.stringify({ code, message, details, hint }),
  }
}
