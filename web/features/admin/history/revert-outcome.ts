import type { Json } from '../../../../domain/database.types.ts'
import { type Failure, runRequest } from '../../../data/run-request.ts'

/** What came of taking an update back. */
export interface RevertOutcome {
  reverted: number
  /** The films that something newer stands in: they stay as they are. */
  overtaken: { spine: number; title: string }[]
}

/**
 * Takes an update back. The revert has a name of its own, so that it can be asked for again where the answer was lost;
 * then the history says how many films there were in all.
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
