import { queryOptions } from '@tanstack/react-query'
import { FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'

/** The titles of the box sets by id. */
export function setTitlesQuery() {
  return queryOptions({
    queryKey: [...FILMS_KEY, 'set titles'],
    queryFn: async ({ signal }): Promise<Record<number, string>> => {
      const client = await anonymousSupabase()
      const sets = client.from('sets').select('id, title').order('title').abortSignal(signal)
      const { data } = await sets.throwOnError()
      return Object.fromEntries(data.map(({ id, title }) => [id, title]))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
