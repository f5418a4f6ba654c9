import { formatCount } from '../../../../../domain/film/format-count.ts'
import type { Notes } from './comparison.ts'
import styles from './note-list.module.css'

interface Props {
  heading: string
  notes: Notes
  id?: string
  isAlert?: boolean
}

/** Lists the notes on lines of the file, by reason; renders nothing if there are none. */
export function NoteList({ heading, notes: { groups, count }, id, isAlert = false }: Props) {
  if (count === 0) return null
  return (
    <div className={isAlert ? `${styles.notes} ${styles.alert}` : styles.notes} id={id}>
      <h3 className={styles.heading}>{heading}</h3>
      {groups.map(({ reason, shown, count }) => (
        <section key={reason} className={styles.group}>
          <h4 className={styles.reason}>
            {reason}: {count === 1 ? '1 line' : `${formatCount(count)} lines`}
          </h4>
          <ul>
            {shown.map(({ line, message }) => (
              <li key={`${line} ${message}`} className={styles.note}>
                <span className={styles.line}>Line {line}</span> {message}.
              </li>
            ))}
          </ul>
          {count > shown.length && (
            <p className={styles.more}>And {formatCount(count - shown.length)} more.</p>
          )}
        </section>
      ))}
    </div>
  )
}
