import { Link } from '@tanstack/react-router'
import { PATHS } from '../../../../domain/paths.ts'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import type { HistorySearch } from '../history-search.ts'
import { exactMomentOf, timeOf } from './days.ts'
import {
  detailsOf,
  type Entry,
  type FilmEntry,
  type SetEntry,
  setDetailsOf,
  type UpdateEntry,
} from './entry.ts'
import styles from './entry-row.module.css'
import { changedInWords } from './films-in-words.ts'
import { Restore } from './restore-button.tsx'
import { RevertUpdate } from './revert-update.tsx'
import { UndoChange } from './undo-change.tsx'

interface Props {
  entry: Entry
  /** The spine that the film has now, if it is in the catalogue. */
  spine: number | undefined
  /** Whether it is a deletion whose film or set can be restored. */
  canRestore: boolean
  /** What the page shows; links to the same are left out. */
  search: HistorySearch
}

/** One entry: time, person, change, and a button to undo it. */
export function EntryRow({ entry, spine, canRestore, search }: Props) {
  return (
    <li className={styles.entry}>
      <p className={styles.when}>
        <time dateTime={entry.at} title={exactMomentOf(entry.at)}>
          {timeOf(entry.at)}
        </time>
        <span className={styles.who}>{entry.who}</span>
      </p>
      {entry.kind === 'update' ? (
        <UpdateText entry={entry} />
      ) : (
        <ChangeText entry={entry} spineNow={spine} search={search} />
      )}
      <div className={styles.action}>
        {entry.kind === 'update' ? (
          <RevertUpdate entry={entry} />
        ) : canRestore ? (
          <Restore entry={entry} />
        ) : (
          entry.revertible && !entry.update && <UndoChange entry={entry} />
        )}
      </div>
    </li>
  )
}

const DONE = { added: 'Added', changed: 'Changed', deleted: 'Deleted', restored: 'Restored' }

interface ChangeTextProps extends Pick<Props, 'search'> {
  entry: FilmEntry | SetEntry
  spineNow: number | undefined
}

function ChangeText({ entry, spineNow, search }: ChangeTextProps) {
  const { spine, title, operation, update } = entry
  return (
    <div>
      <p className={styles.title}>
        <span className={styles.spine}>{spine}</span>
        {spineNow === undefined ? title : <FilmLink spine={spineNow}>{title}</FilmLink>}
        {entry.kind === 'set' && <span className={styles.done}>Box set</span>}
        <span className={operation === 'deleted' ? `${styles.done} ${styles.deleted}` : styles.done}>
          {DONE[operation]}
        </span>
        {entry.kind === 'film' && search.film !== entry.filmId && (
          <Link
            to={PATHS.adminHistory}
            search={{ film: entry.filmId }}
            className={styles.all}
            aria-label={`History of ${title}`}
          >
            History
          </Link>
        )}
      </p>
      <ul className={styles.details}>
        {(entry.kind === 'set' ? setDetailsOf(entry) : detailsOf(entry)).map((detail) => (
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

function UpdateText({ entry }: { entry: UpdateEntry }) {
  return (
    <div>
      <p className={styles.title}>
        <Link to={PATHS.adminHistory} search={{ update: entry.id }}>
          {entry.name}
        </Link>
        <span className={styles.done}>{changedInWords(entry)}</span>
      </p>
    </div>
  )
}
