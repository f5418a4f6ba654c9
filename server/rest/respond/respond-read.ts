/** Respond: a ReadPlan and its ReadResult → status, headers and body. */

import { notSatisfiable } from '../parse/range.ts'
import type { ReadPlan } from '../plan/plan-read.ts'
import type { ReadResult } from '../sql/read-sql.ts'
import { notSingle } from '../sql/rows-sql.ts'

export interface Response {
  status: number
  headers: Readonly<Record<string, string>>
  /** Null sends no body. */
  body: string | null
}

export const CONTENT_TYPES: Record<ReadPlan['media'], string> = {
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
export function toResponse(plan: ReadPlan, result: ReadResult): Response {
  const { source, media, bodiless } = plan
  if (source.kind === 'call' && source.routine.returns.kind === 'nothing') {
    return { status: 204, headers: {}, body: null }
  }
  if (media === 'object' && result.rows !== 1) throw notSingle(result.rows)
  return {
    status: statusOf(plan, result),
    headers: {
      'content-type': CONTENT_TYPES[media],
      'content-range': contentRange(plan, result),
      'range-unit': 'items',
      ...preferenceApplied([
        ...(plan.count ? ['count=exact'] : []),
        ...(plan.maxAffected === null ? [] : ['handling=strict', `max-affected=${plan.maxAffected}`]),
      ]),
    },
    body: bodiless ? null : bodyOf(plan, result),
  }
}

export function preferenceApplied(preferences: readonly string[]): Readonly<Record<string, string>> {
  return preferences.length > 0 ? { 'preference-applied': preferences.join(', ') } : {}
}

/** 206 means that the page has not all rows, which is known only if they were counted. */
function statusOf({ offset }: ReadPlan, { rows, total }: ReadResult): number {
  if (total === undefined) return 200
  if (offset > total) {
    throw notSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, total)
  }
  return rows < total ? 206 : 200
}

function contentRange({ offset }: ReadPlan, { rows, total }: ReadResult): string {
  const page = rows > 0 ? `${offset}-${offset + rows - 1}` : '*'
  return `${page}/${total ?? '*'}`
}

/** Returns the body in its media type; CSV gets a line with the names of its columns. */
export function bodyOf(
  { media, columns }: Pick<ReadPlan, 'media' | 'columns'>,
  { body }: Pick<ReadResult, 'body'>,
): string {
  if (media !== 'csv') return body ?? 'null'
  const names = columns.map((column) => nameCell(column.as)).join(',')
  return body === null ? names : `${names}\n${body}`
}

function nameCell(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}
