import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../../ui/form/button.tsx'
import styles from './trackers.module.css'
import { trackersInWords, trackersQuery } from './trackers-query.ts'

/** Says how many people track a film. */
export function Trackers({ filmId }: { filmId: number }) {
  const { data: count, isError, refetch, isFetching } = useQuery(trackersQuery(filmId))
  return (
    <div className={styles.trackers} role="status">
      {count !== undefined ? (
        <strong>{trackersInWords(count)}</strong>
      ) : isError && !isFetching ? (
        <>
          How many people track it could not be found out.{' '}
          <Button small onClick={() => refetch()}>
            Try again
          </Button>
        </>
      ) : (
        'Counting who tracks it...'
      )}
    </div>
  )
}
