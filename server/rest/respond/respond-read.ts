import { notSatisfiable } from '../parse/range.ts'
import type { ReadPlan } from '../plan/plan-read.ts'
import type { Answer } from '../sql/read-sql.ts'
import { notSingle } from '../sql/rows-sql.ts'

export interface Response {
  status: number
  headers: Readonly<Record<string, string>>
  /** Null sends none. */
  body: string | null
}

export const CONTENT_TYPES: Record<ReadPlan['media'], string> = {
  json: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/**
 * What the database answered as what the caller is told.
 * Documents: docs.postgrest.org "Pagination and Count", "Singular or Plural", "Response Format".
 * @throws ApiError 406 PGRST116 where one row was asked for, 416 PGRST103 for an offset beyond the end.
 */
export function toResponse(plan: ReadPlan, answer: Answer): Response {
  const { source, media, bodiless } = plan
  if (source.kind === 'call' && source.routine.returns.kind === 'nothing') {
    return { status: 204, headers: {}, body: null }
  }
  if (media === 'object' && answer.rows !== 1) throw notSingle(answer.rows)
  return {
    status: statusOf(plan, answer),
    headers: {
      'content-type': CONTENT_TYPES[media],
      'content-range': contentRange(plan, answer),
      'range-unit': 'items',
      ...preferenceApplied([
        ...(plan.count ? ['count=exact'] : []),
        ...(plan.maxAffected === null ? [] : ['handling=strict', `max-affected=${plan.maxAffected}`]),
      ]),
    },
    body: bodiless ? null : bodyOf(plan, answer),
  }
}

/** @param met the wishes of `Prefer` that are met. */
export function preferenceApplied(met: readonly string[]): Readonly<Record<string, string>> {
  return met.length > 0 ? { 'preference-applied': met.join(', ') } : {}
}

/** Whether the page is the whole can be told only where the whole was counted. */
function statusOf({ offset }: ReadPlan, { rows, total }: Answer): number {
  if (total === undefined) return 200
  if (offset > total) {
    throw notSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, total)
  }
  return rows < total ? 206 : 200
}

function contentRange({ offset }: ReadPlan, { rows, total }: Answer): string {
  const page = rows > 0 ? `${offset}-${offset + rows - 1}` : '*'
  return `${page}/${total ?? '*'}`
}

/** The body as its media type has it. */
export function bodyOf(
  { media, columns }: Pick<ReadPlan, 'media' | 'columns'>,
  { body }: Pick<Answer, 'body'>,
): string {
  if (media !== 'csv') return body ?? 'null'
  const names = columns.map((column) => nameCell(column.as)).join(',')
  return body === null ? names : `${names}\n${body}`
}

function nameCell(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}
