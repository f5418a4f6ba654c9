import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PATHS } from '../../../../../domain/paths.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { exactMomentOf, momentOf } from '../../history/days.ts'
import { changedInWords } from '../../history/films-in-words.ts'
import { RevertUpdate } from '../../history/revert-update.tsx'
import styles from './earlier-updates.module.css'
import { earlierUpdatesQuery } from './earlier-updates-query.ts'

/** The latest updates, each with a button to revert it. */
export function EarlierUpdates({ userId }: { userId: string }) {
  const { data: updates, isError, refetch } = useQuery(earlierUpdatesQuery(userId))

  if (updates?.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="earlier-updates">
      <h2 className={styles.heading} id="earlier-updates">
        Earlier updates
      </h2>
      {updates ? (
        <ul>
          {updates.map((entry) => (
            <li key={entry.id} className={styles.update}>
              <p className={styles.when}>
                <time dateTime={entry.at} title={exactMomentOf(entry.at)}>
                  {momentOf(entry.at)}
                </time>
                <span className={styles.who}>{entry.who}</span>
              </p>
              <p className={styles.what}>
                <strong>{entry.name}</strong> {changedInWords(entry)}
              </p>
              <RevertUpdate entry={entry} />
            </li>
          ))}
        </ul>
      ) : isError ? (
        <div className={styles.failed} role="alert">
          <p>The earlier updates could not be loaded.</p>
          <Button small onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <p className={styles.loading}>Loading...</p>
      )}
      <p className={styles.all}>
        <Link to={PATHS.adminHistory}>The whole history</Link>
      </p>
    </section>
  )
}
