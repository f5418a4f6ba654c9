import type { PostgrestError } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import type { Filters } from '../../../../domain/filters/filters.ts'
import { SHOWN_COLUMNS, type ShownFilm } from '../../../data/film-columns.ts'
import { FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'
import { needFunction } from '../filters/apply-filters.ts'
import { applyView, orderOf, phraseOf } from '../toolbar/apply-view.ts'
import { filtersOf, isFiltered, type View } from '../toolbar/view.ts'
import type { EntryColumn } from './film-cursor.ts'
import { type FilmKey, type FilmList, KEY_COLUMNS, KEYS_PER_BLOCK, type KeyBlock } from './film-pages.ts'

export type CatalogueFilm = ShownFilm

/**
 * The films of a view of the catalogue.
 * @param spine the spine after which the list begins; by default it begins with the first film.
 */
export function catalogueFilms(view: View, spine?: number): FilmList<CatalogueFilm> {
  const { order, direction } = orderOf(view)
  const phrase = phraseOf(view)
  const filters = filtersOf(view)
  return {
    key: [
      ...FILMS_KEY,
      { ...asRead(view), mine: undefined, owned: undefined },
      ...(spine === undefined ? [] : [spine]),
    ],
    order,
    direction,
    phrase,
    after: spine,
    async read({ after, limit }, cache, signal) {
      const client = await anonymousSupabase()
      const counting = after === null ? ({ count: 'exact' } as const) : {}
      const isRanked = order === 'match_rank'
      const ranked = () =>
        applyView(
          client
            .rpc(
              'ranked_films',
              { ...(isRanked && { phrase }), ...setArgument(filters) },
              { get: true, ...counting },
            )
            .select(isRanked ? `${SHOWN_COLUMNS}, match_rank` : SHOWN_COLUMNS),
          view,
          { after },
        )
      const plain = () => applyView(client.from('films').select(SHOWN_COLUMNS, counting), view, { after })
      const films = isRanked || needFunction(filters) ? ranked() : plain()
      const { data, count, error } = await films
        .limit(limit)
        .abortSignal(signal)
        .overrideTypes<CatalogueFilm[], { merge: false }>()
      if (error) throw unreadable(error)
      // The first page of the whole catalogue contains its size.
      if (count !== null && !isFiltered(view)) cache.setQueryData(catalogueSizeQuery().queryKey, count)
      return { films: data, total: count }
    },
    async readKeys(from) {
      const client = await anonymousSupabase()
      const films = client.rpc('ranked_films', setArgument(filters), { get: true, count: 'exact' })
      return readBlock(applyView(films.select(KEY_COLUMNS), inSpines(view)), from)
    },
  }
}

/** The same films in the order of their spines. */
export function inSpines(view: View): View {
  return { ...view, sort: 'spine', order: undefined }
}

interface Blocks {
  range(
    from: number,
    to: number,
  ): PromiseLike<{ data: unknown; count: number | null; error: PostgrestError | null }>
}

export async function readBlock(films: Blocks, from: number): Promise<KeyBlock> {
  const { data, count, error } = await films.range(from, from + KEYS_PER_BLOCK - 1)
  if (error) throw unreadable(error)
  return { keys: data as FilmKey[], total: count ?? 0 }
}

/** A view as the key of its films: the layout is left out, and the order is the one that applies. */
export function asRead({ view: _layout, sort: _sort, ...view }: View, entries?: EntryColumn): object {
  return { ...view, ...orderOf({ ...view, sort: _sort }, entries) }
}

/** The argument for the box sets of filters, if there are any. */
export function setArgument({ sets }: Filters): { in_sets?: number[] } {
  return sets.length > 0 ? { in_sets: [...sets] } : {}
}

/** The number of films in the catalogue, regardless of the filter. */
export function catalogueSizeQuery() {
  return queryOptions({ queryKey: [...FILMS_KEY, 'total'], queryFn: fetchSize })
}

async function fetchSize(): Promise<number> {
  const client = await anonymousSupabase()
  const { count, error } = await client.from('films').select('spine', { count: 'exact', head: true })
  if (error) throw unreadable(error)
  return count ?? 0
}

export function unreadable(error: PostgrestError): Error {
  return new Error(`The catalogue could not be read: ${error.message}`, { cause: error })
}
