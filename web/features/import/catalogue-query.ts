import { queryOptions } from '@tanstack/react-query'
import {
  type Catalogue,
  INDEXED_COLUMNS,
  type IndexedFilm,
} from '../../../domain/import/match/catalogue-index.ts'
import { FILMS_KEY } from '../../data/query-keys.ts'
import { BLOCK_SIZE, readAllAfter, readAllByRange } from '../../data/read-all.ts'
import { type AnonymousReader, anonymousSupabase } from '../../data/supabase.ts'

export type Films = ReadonlyMap<number, IndexedFilm>

/** Everything by which films are found. It is read when an import begins, and kept. */
export const catalogueQuery = queryOptions({
  queryKey: [...FILMS_KEY, 'import'] as const,
  queryFn: async ({ signal }) => {
    const client = await anonymousSupabase()
    const [films, aliases, sets, setFilms] = await Promise.all([
      readFilms(client, signal),
      readAllByRange((from, to) =>
        client
          .from('film_aliases')
          .select('film_id, kind, value')
          .order('film_id')
          .order('kind')
          .order('value')
          .range(from, to)
          .abortSignal(signal)
          .throwOnError(),
      ),
      readAllByRange((from, to) =>
        client
          .from('sets')
          .select('id, film_id, criterion_id, title')
          .order('id')
          .range(from, to)
          .abortSignal(signal)
          .throwOnError(),
      ),
      readAllByRange((from, to) =>
        client
          .from('set_films')
          .select('set_id, title, year')
          .is('film_id', null)
          .order('set_id')
          .order('position')
          .range(from, to)
          .abortSignal(signal)
          .throwOnError(),
      ),
    ])
    const catalogue: Catalogue = { films, aliases, sets, setFilms }
    return { catalogue, films: new Map(films.map((film) => [film.id, film])) }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

function readFilms(client: AnonymousReader, signal: AbortSignal) {
  return readAllAfter(
    (spine) =>
      client
        .from('films')
        .select(INDEXED_COLUMNS.join(', '))
        .gt('spine', spine)
        .order('spine')
        .limit(BLOCK_SIZE)
        .abortSignal(signal)
        .overrideTypes<IndexedFilm[], { merge: false }>()
        .throwOnError(),
    (film) => film.spine,
  )
}
