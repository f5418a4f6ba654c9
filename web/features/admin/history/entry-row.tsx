import { Link } from '@tanstack/react-router'
import { PATHS } from '../../../../domain/paths.ts'
import type { HistorySearch } from '../history-search.ts'
import { exactMomentOf, timeOf } from './days.ts'
import { detailsOf, type Entry, type FilmEntry, type UpdateEntry } from './entry.ts'
import styles from './entry-row.module.css'
import { filmsInWords } from './films-in-words.ts'
import { RestoreFilm } from './restore-film-button.tsx'
import { RevertUpdate } from './revert-update.tsx'

interface Props {
  entry: Entry
  /** Whether it is a deletion whose film can be restored. */
  canRestore: boolean
  /** What the page shows; links to the same are left out. */
  search: HistorySearch
}

/** One entry: time, person, change, and a button to undo it. */
export function EntryRow({ entry, canRestore, search }: Props) {
  return (
    <li className={styles.entry}>
      <p className={styles.when}>
        <time dateTime={entry.at} title={exactMomentOf(entry.at)}>
          {timeOf(entry.at)}
        </time>
        <span className={styles.who}>{entry.who}</span>
      </p>
      {entry.kind === 'update' ? <UpdateText entry={entry} /> : <FilmText entry={entry} search={search} />}
      <div className={styles.action}>
        {entry.kind === 'update' ? (
          <RevertUpdate entry={entry} />
        ) : (
          canRestore && <RestoreFilm entry={entry} />
        )}
      </div>
    </li>
  )
}

const DONE = { added: 'Added', changed: 'Changed', deleted: 'Deleted', restored: 'Restored' }

function FilmText({ entry, search }: { entry: FilmEntry; search: HistorySearch }) {
  const { spine, title, filmId, operation, update } = entry
  return (
    <div>
      <p className={styles.title}>
        <span className={styles.spine}>{spine}</span>
        {search.film === filmId ? (
          title
        ) : (
          <Link to={PATHS.adminHistory} search={{ film: filmId }}>
            {title}
          </Link>
        )}
        <span className={operation === 'deleted' ? `${styles.done} ${styles.deleted}` : styles.done}>
          {DONE[operation]}
        </span>
      </p>
      <ul className={styles.details}>
        {detailsOf(entry).map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
      {update && search.update === undefined && (
        <p className={styles.part}>
          In{' '}
          <Link to={PATHS.adminHistory} search={{ update: update.id }}>
            {update.name}
          </Link>
        </p>
      )}
    </div>
  )
}

function UpdateText({ entry: { id, name, films } }: { entry: UpdateEntry }) {
  return (
    <div>
      <p className={styles.title}>
        <Link to={PATHS.adminHistory} search={{ update: id }}>
          {name}
        </Link>
        <span className={styles.done}>{filmsInWords(films)}</span>
      </p>
    </div>
  )
}
