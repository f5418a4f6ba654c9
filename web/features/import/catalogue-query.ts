import { queryOptions } from '@tanstack/react-query'
import { type Catalogue, INDEXED_COLUMNS, type IndexedFilm } from '../../../domain/import/catalogue-index.ts'
import { FILMS_KEY } from '../../data/query-keys.ts'
import { type AnonymousReader, anonymousSupabase } from '../../data/supabase.ts'

export type Films = ReadonlyMap<number, IndexedFilm>

// The most rows in one response.
const BLOCK_SIZE = 1000

/** Everything by which films are found. It is read when an import begins, and kept. */
export const catalogueQuery = queryOptions({
  queryKey: [...FILMS_KEY, 'import'] as const,
  queryFn: async ({ signal }) => {
    const client = await anonymousSupabase()
    const [films, aliases, sets, setFilms] = await Promise.all([
      readFilms(client, signal),
      readAll((from, to) =>
        client
          .from('film_aliases')
          .select('film_id, kind, value')
          .order('film_id')
          .order('kind')
          .order('value')
          .range(from, to)
          .abortSignal(signal),
      ),
      readAll((from, to) =>
        client
          .from('sets')
          .select('id, film_id, criterion_id, title')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      ),
      readAll((from, to) =>
        client
          .from('set_films')
          .select('set_id, title, year')
          .is('film_id', null)
          .order('set_id')
          .order('position')
          .range(from, to)
          .abortSignal(signal),
      ),
    ])
    const catalogue: Catalogue = { films, aliases, sets, setFilms }
    return { catalogue, films: new Map(films.map((film) => [film.id, film])) }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

async function readFilms(client: AnonymousReader, signal: AbortSignal) {
  const films: IndexedFilm[] = []
  for (;;) {
    // Continues after the last spine: films that are added or deleted between blocks shift no others.
    const { data } = await client
      .from('films')
      .select(INDEXED_COLUMNS.join(', '))
      .gt('spine', films.at(-1)?.spine ?? 0)
      .order('spine')
      .limit(BLOCK_SIZE)
      .abortSignal(signal)
      .overrideTypes<IndexedFilm[], { merge: false }>()
      .throwOnError()
    films.push(...data)
    if (data.length < BLOCK_SIZE) return films
  }
}

async function readAll<Row>(
  read: (from: number, to: number) => PromiseLike<{ data: Row[] | null; error: unknown }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, error } = await read(rows.length, rows.length + BLOCK_SIZE - 1)
    if (error) throw error
    rows.push(...(data ?? []))
    if (!data || data.length < BLOCK_SIZE) return rows
  }
}
