/** Respond: a WritePlan and its WriteResult → status, headers and body. */

import { bodyOf, CONTENT_TYPES, preferenceApplied, type Response } from '../../../domain/rest/respond-rows.ts'
import type { WritePlan } from '../plan/plan-write.ts'
import type { WriteResult } from '../sql/write-sql.ts'

/**
 * Makes the response to a write.
 * Documents: docs.postgrest.org "Insert", "Update", "Upsert", "Delete", "Prefer Header".
 */
export function toWriteResponse(plan: WritePlan, result: WriteResult): Response {
  const { returns, media, preferences } = plan
  const location = locationOf(plan, result)
  return {
    status: statusOf(plan, result),
    headers: {
      'content-range': contentRange(plan, result),
      ...preferenceApplied(preferences),
      ...(location !== null && { location }),
      ...(returns === 'representation' && { 'content-type': CONTENT_TYPES[media] }),
    },
    body: returns === 'representation' ? bodyOf(plan, result) : null,
  }
}

/** An insert that only merged into existing rows created nothing: 200, not 201. */
function statusOf({ change, returns }: WritePlan, { inserted }: WriteResult): number {
  if (change.kind === 'insert') return inserted === 0 ? 200 : 201
  return returns === 'representation' ? 200 : 204
}

function contentRange({ change, count }: WritePlan, { rows }: WriteResult): string {
  const range = change.kind === 'update' && rows > 0 ? `0-${rows - 1}` : '*'
  return `${range}/${count ? rows : '*'}`
}

/** The address of the one inserted row; null for several rows, or for a table without a primary key. */
function locationOf(
  { relation, returns, change, columns }: WritePlan,
  { body, rows }: WriteResult,
): string | null {
  if (returns !== 'headers-only' || change.kind !== 'insert' || rows !== 1 || columns.length === 0)
    return null
  const [row = {}] = JSON.parse(body ?? '[]') as Record<string, string>[]
  const key = columns.map(({ as }) => `${encodeURIComponent(as)}=eq.${encodeURIComponent(row[as] ?? '')}`)
  return `/${encodeURIComponent(relation)}?${key.join('&')}`
}
