/** Respond: rows as they were read → status, headers and body. */

import { ApiError } from './api-error.ts'
import { notSatisfiable } from './parse/range.ts'
import type { Media, ReadRequest } from './request.ts'

/** What was read. */
export interface ReadResult {
  /** The text of the body; null without a body, or if a function returns null. */
  body: string | null
  rows: number
  /** All rows that match, beyond the page too; only if the request asked for a count. */
  total?: number
}

export interface Response {
  status: number
  headers: Readonly<Record<string, string>>
  /** Null sends no body. */
  body: string | null
}

/** What a response depends on beside the rows. */
interface Form extends Pick<ReadRequest, 'media' | 'count' | 'maxAffected' | 'bodiless'> {
  offset: number
  /** Their names are a line of CSV. */
  columns: readonly { as: string }[]
}

export const CONTENT_TYPES: Record<Media, string> = {
  json: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/**
 * Makes the response to a read.
 * Documents: docs.postgrest.org "Pagination and Count", "Singular or Plural", "Response Format".
 * @throws ApiError 406 PGRST116 if one row was requested and there is another number, 416 PGRST103 for an offset
 * beyond the end.
 */
export function respondRows(form: Form, result: ReadResult): Response {
  const { media, bodiless, count, maxAffected } = form
  if (media === 'object' && result.rows !== 1) throw notSingle(result.rows)
  return {
    status: statusOf(form, result),
    headers: {
      'content-type': CONTENT_TYPES[media],
      'content-range': contentRange(form, result),
      'range-unit': 'items',
      ...preferenceApplied([
        ...(count ? ['count=exact'] : []),
        ...(maxAffected === null ? [] : ['handling=strict', `max-affected=${maxAffected}`]),
      ]),
    },
    body: bodiless ? null : bodyOf(form, result),
  }
}

export function notSingle(rows: number): ApiError {
  return new ApiError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${rows} rows`,
  )
}

export function preferenceApplied(preferences: readonly string[]): Readonly<Record<string, string>> {
  return preferences.length > 0 ? { 'preference-applied': preferences.join(', ') } : {}
}

/** 206 means that the page has not all rows, which is known only if they were counted. */
function statusOf({ offset }: Form, { rows, total }: ReadResult): number {
  if (total === undefined) return 200
  if (offset > total) {
    throw notSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, total)
  }
  return rows < total ? 206 : 200
}

function contentRange({ offset }: Form, { rows, total }: ReadResult): string {
  const page = rows > 0 ? `${offset}-${offset + rows - 1}` : '*'
  return `${page}/${total ?? '*'}`
}

/** Returns the body in its media type; CSV gets a line with the names of its columns. */
export function bodyOf(
  { media, columns }: Pick<Form, 'media' | 'columns'>,
  { body }: Pick<ReadResult, 'body'>,
): string {
  if (media !== 'csv') return body ?? 'null'
  const names = columns.map((column) => nameCell(column.as)).join(',')
  return body === null ? names : `${names}\n${body}`
}

function nameCell(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}
