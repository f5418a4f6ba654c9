import { formatCount } from '../../../domain/film/format-count.ts'
import { type Flag, FORMATS } from '../../../domain/film/formats.ts'
import { type Failure, runRequest } from '../../data/run-request.ts'

const TIMEOUT_MS = 30_000

/** The new values of a film's flags. */
export type FormatChange = { id: number; after: { [flag in Flag]?: boolean } }

type Count = { owners: number; failure?: undefined } | { owners?: undefined; failure: Failure }

/** Counts the people who own a format that the changes remove, by itself or through a box set. */
export async function countOwners(changes: readonly FormatChange[]): Promise<Count> {
  const removing = changes
    .filter(({ after }) => FORMATS.some((format) => after[format] === false))
    .map(({ id, after }) => ({ id, after }))
  if (removing.length === 0) return { owners: 0 }
  const { data, failure } = await runRequest((client) =>
    client.rpc('count_format_owners', { changes: removing }).abortSignal(AbortSignal.timeout(TIMEOUT_MS)),
  )
  return failure ? { failure } : { owners: data ?? 0 }
}

export function ownersInWords(owners: number): string {
  return owners === 1
    ? '1 person owns a format that this removes. It stays on their card, marked as no longer listed or with its box set.'
    : `${formatCount(owners)} people own a format that this removes. It stays on their cards, marked as no longer listed or with its box set.`
}
