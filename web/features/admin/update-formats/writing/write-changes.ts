import pLimit from 'p-limit'
import { type Failure, runRequest } from '../../../../data/run-request.ts'
import type { FilmChange } from '../comparison/comparison.ts'

const BATCH = 50
const AT_ONCE = 4
const PATIENCE_MS = 30_000
const BLOCK = 1000

/** What is to be written, as an update of the history. Written again, it does only what is left. */
export interface Update {
  id: string
  name: string
  changes: readonly FilmChange[]
}

export interface Outcome {
  written: FilmChange[]
  left: FilmChange[]
  /** False when it could not be found out whether some of those that are left have been written after all. */
  certain: boolean
  /** Why any are left, each reason once. */
  failures: Failure[]
}

/** Writes batches of 50, each all or nothing, and finds out which films were written where an answer is missing. */
export async function writeChanges(
  update: Update,
  onProgress: (answered: number) => void = () => {},
): Promise<Outcome> {
  const limit = pLimit(AT_ONCE)
  let answered = 0
  const batches = await Promise.all(
    batchesOf(update.changes).map((changes) =>
      limit(async () => {
        const failure = await writeBatch(update, changes)
        answered += changes.length
        onProgress(answered)
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
      .abortSignal(AbortSignal.timeout(PATIENCE_MS)),
  )
  return failure
}

/** The films that the history has under the update; undefined when it cannot be read. */
async function recordedFilms(update: string): Promise<number[] | undefined> {
  const ids: number[] = []
  for (;;) {
    const { data, failure } = await runRequest((client) =>
      client
        .from('film_changes')
        .select('film_id')
        .eq('update_id', update)
        .gt('film_id', ids.at(-1) ?? 0)
        .order('film_id')
        .limit(BLOCK)
        .abortSignal(AbortSignal.timeout(PATIENCE_MS)),
    )
    if (failure) return undefined
    ids.push(...(data ?? []).map(({ film_id }) => film_id))
    if ((data?.length ?? 0) < BLOCK) return ids
  }
}

function batchesOf(changes: readonly FilmChange[]): FilmChange[][] {
  return Array.from({ length: Math.ceil(changes.length / BATCH) }, (_, index) =>
    changes.slice(index * BATCH, (index + 1) * BATCH),
  )
}
