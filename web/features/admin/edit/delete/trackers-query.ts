import { queryOptions } from '@tanstack/react-query'
import { formatCount } from '../../../../../domain/film/format-count.ts'
import { supabase } from '../../../../data/supabase.ts'

/** How many people own, want or have watched a film. */
export function trackersQuery(filmId: number) {
  return queryOptions({
    queryKey: ['film-trackers', filmId],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .rpc('count_film_trackers', { film_id: filmId }, { get: true })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    // Asked anew each time: it is to be right when a film is deleted.
    staleTime: 0,
    gcTime: 0,
  })
}

export function trackersInWords(count: number): string {
  if (count === 0) return 'Nobody tracks it.'
  return count === 1 ? '1 person tracks it.' : `${formatCount(count)} people track it.`
}
