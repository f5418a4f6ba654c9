import type { Json, Tables } from '../../../domain/database.types.ts'
import { nameOnOneLine } from '../../../domain/files/name-on-one-line.ts'
import type { PlannedFilm, PlannedSet } from '../../../domain/import/plan/plan.ts'
import { UNDO_DAYS } from '../../../domain/import/undo-days.ts'
import { isRejection } from '../../data/retryable-error.ts'
import { type Failure, runRequest } from '../../data/run-request.ts'

export type Import = Tables<'imports'>

/** An import as it is sent. Sent again under the same id, it is written once. */
export interface SentImport {
  id: string
  name: string
  films: readonly PlannedFilm[]
  sets?: readonly PlannedSet[]
}

/** `unknown`: no response came, so it is unknown whether it was written: all of it was, or nothing. */
export type CommitOutcome =
  | { status: 'written'; made: Import }
  | { status: 'refused'; failure: Failure }
  | { status: 'unknown'; failure: Failure }

export function commitImport({ id, name, films, sets = [] }: SentImport): Promise<CommitOutcome> {
  return send((client) =>
    client.rpc('commit_import', {
      import_id: id,
      name: nameOnOneLine(name),
      films: films as unknown as Json,
      sets: sets as unknown as Json,
    }),
  )
}

export function undoImport(id: string): Promise<CommitOutcome> {
  return send((client) => client.rpc('undo_import', { import_id: id }))
}

async function send(call: Parameters<typeof runRequest>[0]): Promise<CommitOutcome> {
  const { data, failure } = await runRequest(call)
  if (!failure) return { status: 'written', made: data as Import }
  const isKnown = failure.code !== undefined && isRejection(failure.code)
  return { status: isKnown ? 'refused' : 'unknown', failure }
}

/** Until when an import can be taken back. */
export function undoableUntil({ made_at }: Pick<Import, 'made_at'>): Date {
  const until = new Date(made_at)
  until.setDate(until.getDate() + UNDO_DAYS)
  return until
}
