import pLimit from 'p-limit'
import { BLOCK_SIZE, readAllAfter } from '../../../../data/read-all.ts'
import { type Failure, runRequest } from '../../../../data/run-request.ts'
import type { FilmChange } from '../comparison/comparison.ts'

const BATCH_SIZE = 50
const MAX_CONCURRENT = 4
const TIMEOUT_MS = 30_000

/** An update to write. Writing the same id again changes only the remaining films. */
export interface Update {
  id: string
  name: string
  changes: readonly FilmChange[]
}

export interface Outcome {
  written: FilmChange[]
  left: FilmChange[]
  /** False if films in `left` may have been written after all, because the history could not be read. */
  certain: boolean
  /** Why films are left, each reason once. */
  failures: Failure[]
}

/** Writes batches of 50, each all or nothing. After a failure, the history tells which films were written. */
export async function writeChanges(
  update: Update,
  onProgress: (processed: number) => void = () => {},
): Promise<Outcome> {
  const limit = pLimit(MAX_CONCURRENT)
  let processed = 0
  const batches = await Promise.all(
    batchesOf(update.changes).map((changes) =>
      limit(async () => {
        const failure = await writeBatch(update, changes)
        processed += changes.length
        onProgress(processed)
        return { changes, failure }
      }),
    ),
  )
  const failures = batches.flatMap(({ failure }) => failure ?? [])
  const recorded = failures.length > 0 ? await recordedFilms(update.id) : undefined
  const isWritten = new Set(
    batches.flatMap(({ changes, failure }) => (failure ? [] : changes.map(({ id }) => id))),
  )
  for (const id of recorded ?? []) isWritten.add(id)
  return {
    written: update.changes.filter(({ id }) => isWritten.has(id)),
    left: update.changes.filter(({ id }) => !isWritten.has(id)),
    certain: recorded !== undefined || failures.every(({ code }) => code !== undefined),
    failures: [...new Map(failures.map((failure) => [failure.sentence, failure])).values()],
  }
}

async function writeBatch(
  { id, name }: Update,
  changes: readonly FilmChange[],
): Promise<Failure | undefined> {
  const { failure } = await runRequest((client) =>
    client
      .rpc('change_film_formats', {
        update_id: id,
        update_name: name,
        changes: changes.map(({ id, before, after }) => ({ id, before, after })),
      })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS)),
  )
  return failure
}

/** The ids of the films that the history has under an update; undefined if it cannot be read. */
async function recordedFilms(update: string): Promise<number[] | undefined> {
  const { data } = await runRequest(async (client) => ({
    data: await readAllAfter(
      (after) =>
        client
          .from('film_changes')
          .select('film_id')
          .eq('update_id', update)
          .gt('film_id', after)
          .order('film_id')
          .limit(BLOCK_SIZE)
          .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
          .throwOnError(),
      ({ film_id }) => film_id ?? 0,
    ),
    error: null,
  }))
  return data?.flatMap(({ film_id }) => film_id ?? [])
}

function batchesOf(changes: readonly FilmChange[]): FilmChange[][] {
  return Array.from({ length: Math.ceil(changes.length / BATCH_SIZE) }, (_, index) =>
    changes.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  )
}
