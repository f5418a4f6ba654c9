/** Respond: a ReadPlan and its ReadResult → status, headers and body. */

import { type ReadResult, type Response, respondRows } from '../../../domain/rest/respond-rows.ts'
import type { ReadPlan } from '../plan/plan-read.ts'

/**
 * Makes the response to a read.
 * @throws ApiError as {@link respondRows}.
 */
export function toResponse(plan: ReadPlan, result: ReadResult): Response {
  const { source } = plan
  if (source.kind === 'call' && source.routine.returns.kind === 'nothing') {
    // As PostgREST does: a client can tell the response from one of a proxy.
    return { status: 204, headers: { 'content-range': '0-0/*' }, body: null }
  }
  return respondRows(plan, result)
}
