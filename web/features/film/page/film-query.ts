import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { SHOWN_COLUMNS, type ShownFilm } from '../../../data/film-columns.ts'
import { FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'

/** The film with a spine; null if there is none. A film that a list has read already is not read again. */
export function filmQuery(client: QueryClient, spine: number) {
  return queryOptions({
    queryKey: [...FILMS_KEY, 'film', spine],
    queryFn: ({ signal }) => readFilm(spine, signal),
    initialData: () => findListed(client, spine)?.film,
    initialDataUpdatedAt: () => findListed(client, spine)?.readAt,
  })
}

async function readFilm(spine: number, signal: AbortSignal): Promise<ShownFilm | null> {
  const client = await anonymousSupabase()
  const { data, error } = await client
    .from('films')
    .select(SHOWN_COLUMNS)
    .eq('spine', spine)
    .abortSignal(signal)
    .overrideTypes<ShownFilm[], { merge: false }>()
  if (error) throw new Error(`The film could not be read: ${error.message}`, { cause: error })
  return data[0] ?? null
}

interface CachedPages {
  pages?: { films: ShownFilm[] }[]
}

/** Finds a film in the cached lists of the catalogue, unless the list is out of date. */
function findListed(client: QueryClient, spine: number): { film: ShownFilm; readAt: number } | undefined {
  for (const { state } of client.getQueryCache().findAll({ queryKey: FILMS_KEY })) {
    if (state.isInvalidated) continue
    for (const { films } of (state.data as CachedPages | undefined)?.pages ?? []) {
      const film = films.find((film) => film.spine === spine)
      if (film) return { film, readAt: state.dataUpdatedAt }
    }
  }
  return undefined
}
