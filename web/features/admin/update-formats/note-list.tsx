import { formatCount } from '../../../../domain/format-count.ts'
import type { Notes } from './comparison.ts'
import styles from './note-list.module.css'

interface Props {
  heading: string
  notes: Notes
  isAlert?: boolean
}

/** What is to be said of lines of the file; nothing, if there is nothing. */
export function NoteList({ heading, notes: { shown, count }, isAlert = false }: Props) {
  if (count === 0) return null
  const more = count - shown.length
  return (
    <div className={isAlert ? `${styles.notes} ${styles.alert}` : styles.notes}>
      <h3 className={styles.heading}>{heading}</h3>
      <ul>
        {shown.map(({ line, message }) => (
          <li key={`${line} ${message}`} className={styles.note}>
            <span className={styles.line}>Line {line}</span> {message}.
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>And {formatCount(more)} more.</p>}
    </div>
  )
}
