import { queryOptions } from '@tanstack/react-query'
import { FORMATS } from '../../../domain/film/formats.ts'
import type { OwnedSet } from '../../../domain/film/sets.ts'
import { PROFILES_KEY } from '../../data/query-keys.ts'
import { readAllByRange } from '../../data/read-all.ts'
import { anonymousSupabase } from '../../data/supabase.ts'
import { OWNED_COLUMNS } from '../../data/tracking-columns.ts'

/** By the id of each film that a person owns through sets, these sets; for other people, who see what visitors see. */
export function filmsInSetsQuery(userId: string) {
  return queryOptions({
    queryKey: [...PROFILES_KEY, 'in sets', userId] as const,
    queryFn: ({ signal }) => readFilmsInSets(userId, signal),
  })
}

async function readFilmsInSets(userId: string, signal: AbortSignal): Promise<Record<number, OwnedSet[]>> {
  const client = await anonymousSupabase()
  const rows = await readAllByRange((from, to) =>
    client
      .rpc('profile_films_in_sets', { of_user: userId }, { get: true })
      .select(`film_id, set_id, set_title, ${OWNED_COLUMNS}`)
      .order('film_id')
      .order('set_id')
      .range(from, to)
      .abortSignal(signal)
      .throwOnError(),
  )
  const films: Record<number, OwnedSet[]> = {}
  // The generated types of a composite type are nullable; these columns always have a value.
  for (const { film_id, set_id, set_title, ...row } of rows) {
    const formats = FORMATS.filter((format) => row[`owns_${format}`])
    const sets = films[film_id ?? 0] ?? []
    films[film_id ?? 0] = [...sets, { id: set_id ?? 0, title: set_title ?? '', formats }]
  }
  return films
}
