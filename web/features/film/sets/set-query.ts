import { queryOptions } from '@tanstack/react-query'
import type { FilmSet } from '../../../../domain/film/sets.ts'
import { MAX_ROWS } from '../../../../domain/rest/request.ts'
import { FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'
import { type MemberRow, setsOf } from './members.ts'

/** The set with an id; null if there is none, or none that has films. */
export function setQuery(id: number) {
  return queryOptions({
    queryKey: [...FILMS_KEY, 'set', id],
    queryFn: async ({ signal }): Promise<FilmSet | null> =>
      (await readSets({ of_set: id }, signal))[0] ?? null,
  })
}

/** The sets that hold the film with a spine, and the set that has this spine. */
export function setsQuery(spine: number) {
  return queryOptions({
    queryKey: [...FILMS_KEY, 'sets', spine],
    queryFn: ({ signal }) => readSets({ of_spine: spine }, signal),
  })
}

async function readSets(
  which: { of_set: number } | { of_spine: number },
  signal: AbortSignal,
): Promise<FilmSet[]> {
  const client = await anonymousSupabase()
  const { data, error } = await client
    .rpc('set_members', which, { get: true })
    .select()
    .order('set_id')
    .order('position')
    .limit(MAX_ROWS)
    .abortSignal(signal)
    // The generated types of a composite type are nullable.
    .overrideTypes<MemberRow[], { merge: false }>()
  if (error) throw new Error(`The sets could not be read: ${error.message}`, { cause: error })
  return setsOf(data)
}
