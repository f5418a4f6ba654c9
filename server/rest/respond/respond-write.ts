import type { WritePlan } from '../plan/plan-write.ts'
import type { WriteAnswer } from '../sql/write-sql.ts'
import { bodyOf, CONTENT_TYPES, preferenceApplied, type Response } from './respond-read.ts'

/**
 * What the database answered to a write as what the caller is told.
 * Documents: docs.postgrest.org "Insert", "Update", "Upsert", "Delete", "Prefer Header".
 */
export function toWriteResponse(plan: WritePlan, answer: WriteAnswer): Response {
  const { returns, media, preferences } = plan
  const location = locationOf(plan, answer)
  return {
    status: statusOf(plan, answer),
    headers: {
      'content-range': contentRange(plan, answer),
      ...preferenceApplied(preferences),
      ...(location !== null && { location }),
      ...(returns === 'representation' && { 'content-type': CONTENT_TYPES[media] }),
    },
    body: returns === 'representation' ? bodyOf(plan, answer) : null,
  }
}

/** An insert that only met rows which were there has created nothing. */
function statusOf({ change, returns }: WritePlan, { inserted }: WriteAnswer): number {
  if (change.kind === 'insert') return inserted === 0 ? 200 : 201
  return returns === 'representation' ? 200 : 204
}

function contentRange({ change, count }: WritePlan, { rows }: WriteAnswer): string {
  const range = change.kind === 'update' && rows > 0 ? `0-${rows - 1}` : '*'
  return `${range}/${count ? rows : '*'}`
}

/** Where the one row inserted is to be read; null for several, or for a row without a key. */
function locationOf(
  { relation, returns, change, columns }: WritePlan,
  { body, rows }: WriteAnswer,
): string | null {
  if (returns !== 'headers-only' || change.kind !== 'insert' || rows !== 1 || columns.length === 0)
    return null
  const [row = {}] = JSON.parse(body ?? '[]') as Record<string, string>[]
  const key = columns.map(({ as }) => `${encodeURIComponent(as)}=eq.${encodeURIComponent(row[as] ?? '')}`)
  return `/${encodeURIComponent(relation)}?${key.join('&')}`
}
