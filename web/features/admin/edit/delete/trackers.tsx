import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../../../domain/film/format-count.ts'
import { supabase } from '../../../../data/supabase.ts'
import { Button } from '../../../../ui/button/button.tsx'
import styles from './trackers.module.css'

/** Shows how many people own, want or have watched a film. */
export function Trackers({ filmId }: { filmId: number }) {
  const { data: count, isError, refetch, isFetching } = useQuery(trackersQuery(filmId))
  return (
    <div className={styles.trackers} role="status">
      {count !== undefined ? (
        <strong>{trackersInWords(count)}</strong>
      ) : isError && !isFetching ? (
        <>
          The people who track it could not be counted.{' '}
          <Button small onClick={() => refetch()}>
            Try again
          </Button>
        </>
      ) : (
        'Counting the people who track it...'
      )}
    </div>
  )
}

function trackersQuery(filmId: number) {
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
    // Never cached: the count must be right when a film is deleted.
    staleTime: 0,
    gcTime: 0,
  })
}

function trackersInWords(count: number): string {
  if (count === 0) return 'Nobody tracks it.'
  return count === 1 ? '1 person tracks it.' : `${formatCount(count)} people track it.`
}
