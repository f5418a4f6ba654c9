import { queryOptions } from '@tanstack/react-query'
import { FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'

/** The number of films in each box set that has a spine of its own, by the id of its row of the catalogue. */
export function boxSizesQuery() {
  return queryOptions({
    queryKey: [...FILMS_KEY, 'box sizes'],
    queryFn: async ({ signal }): Promise<Record<number, number>> => {
      const client = await anonymousSupabase()
      const sets = client.from('sets').select('film_id, films').not('film_id', 'is', null)
      const { data } = await sets.abortSignal(signal).throwOnError()
      return Object.fromEntries(
        data.flatMap(({ film_id, films }) =>
          film_id !== null && Array.isArray(films) ? [[film_id, films.length]] : [],
        ),
      )
    },
  })
}
