import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Json } from '../../../../../domain/database.types.ts'
import { anonymousSupabase } from '../../../../data/supabase.ts'

const SET_COLUMNS = 'id, title, criterion_id, films, revision'

/** A box set as an admin edits it. */
export interface EditedSet {
  id: number
  title: string
  criterion_id: number | null
  films: Json
  revision: number
}

/** The box set of a film, with the spines of its films by their ids; null if the film is not a box set. */
export function setQuery(filmId: number) {
  return queryOptions({
    queryKey: ['edited-set', filmId],
    queryFn: ({ signal }) => readSet(filmId, signal),
    // Each edit begins with what others have saved.
    staleTime: 0,
    gcTime: 0,
  })
}

/** The same as `setQuery`, without the cache. */
export async function readSet(filmId: number, signal = AbortSignal.timeout(10_000)) {
  const client = await anonymousSupabase()
  const sets = client.from('sets').select(SET_COLUMNS).eq('film_id', filmId).abortSignal(signal)
  const { data: set } = await sets.maybeSingle().overrideTypes<EditedSet, { merge: false }>().throwOnError()
  if (!set) return null
  const ids = (set.films as { film_id?: number }[]).flatMap(({ film_id }) => film_id ?? [])
  const films = client.from('films').select('id, spine').in('id', ids).abortSignal(signal)
  const { data } = await films.throwOnError()
  return { set, spineOf: new Map(data.map(({ id, spine }) => [id, spine])) }
}

export interface NamedFilm {
  id: number
  spine: number
  title: string
  year: number | null
}

/** The films with these spines. */
export function namedFilmsQuery(spines: readonly number[]) {
  return queryOptions({
    queryKey: ['named-films', spines],
    queryFn: async ({ signal }): Promise<NamedFilm[]> => {
      if (spines.length === 0) return []
      const client = await anonymousSupabase()
      const films = client.from('films').select('id, spine, title, year').in('spine', spines)
      return (await films.abortSignal(signal).throwOnError()).data
    },
    placeholderData: keepPreviousData,
  })
}
