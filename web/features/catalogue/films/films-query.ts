import type { PostgrestError } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '../../../../domain/database.types.ts'
import { COLUMN_NAMES } from '../../../../domain/film/columns.ts'
import { FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'
import { applyView, orderOf, phraseOf } from '../toolbar/apply-view.ts'
import { isFiltered, type View } from '../toolbar/view.ts'
import type { FilmList } from './film-pages.ts'

export const CARD_COLUMNS = ['id', ...COLUMN_NAMES].join(', ')

export type CatalogueFilm = Omit<Tables<'films'>, 'search' | 'revision'>

/**
 * The films of a view of the catalogue.
 * @param spine the spine after which the list begins; by default it begins with the first film.
 */
export function catalogueFilms(view: View, spine?: number): FilmList<CatalogueFilm> {
  const order = orderOf(view)
  const phrase = phraseOf(view)
  return {
    key: [...FILMS_KEY, { ...view, sort: order }, ...(spine === undefined ? [] : [spine])],
    order,
    phrase,
    after: spine,
    async read({ after, limit }, cache, signal) {
      const client = await anonymousSupabase()
      const counting = after === null ? ({ count: 'exact' } as const) : {}
      const ranked = () =>
        applyView(
          client
            .rpc('ranked_films', { phrase }, { get: true, ...counting })
            .select(`${CARD_COLUMNS}, match_rank`),
          view,
          after,
        )
      const plain = () => applyView(client.from('films').select(CARD_COLUMNS, counting), view, after)
      const films = order === 'match_rank' ? ranked() : plain()
      const { data, count, error } = await films
        .limit(limit)
        .abortSignal(signal)
        .overrideTypes<CatalogueFilm[], { merge: false }>()
      if (error) throw unreadable(error)
      // The first page of the whole catalogue contains its size.
      if (count !== null && !isFiltered(view)) cache.setQueryData(catalogueSizeQuery().queryKey, count)
      return { films: data, total: count }
    },
  }
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
