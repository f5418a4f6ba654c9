import type { Json } from '../../../../domain/database.types.ts'
import { type Failure, runRequest } from '../../../data/run-request.ts'

/** The outcome of reverting an update. */
export interface RevertOutcome {
  reverted: number
  /** The films that have changed since the update: they stay as they are. */
  overtaken: { spine: number; title: string }[]
}

/**
 * Reverts an update.
 * @param asUpdate the id of the revert, the same for each try: if the response to a try was lost, the next one reverts
 *   nothing twice, and the history has the number of films in all.
 */
export async function revertUpdate(
  update: string,
  asUpdate: string,
): Promise<{ outcome: RevertOutcome; failure?: undefined } | { failure: Failure }> {
  const { data, failure } = await runRequest((client) =>
    client.rpc('revert_film_update', { update_id: update, as_update: asUpdate }),
  )
  if (failure) return { failure }
  const { reverted, overtaken } = readOutcome(data)
  const { data: made } = await runRequest((client) =>
    client.from('film_history').select('films').eq('id', asUpdate).maybeSingle(),
  )
  return { outcome: { reverted: made?.films ?? reverted, overtaken } }
}

function readOutcome(data: Json): RevertOutcome {
  const { reverted, overtaken } = Object(data) as Partial<RevertOutcome>
  return { reverted: reverted ?? 0, overtaken: overtaken ?? [] }
}
