import { FORMAT_LABELS, FORMATS, type Format } from '../../../domain/formats.ts'
import { Ticket } from '../../ui/ticket.tsx'
import styles from './format-badges.module.css'

interface Props {
  film: Record<`owns_${Format}` | `${Format}_oop`, boolean>
}

/** The formats a person owns of a film, and which of them can no longer be had new. */
export function FormatBadges({ film }: Props) {
  const owned = FORMATS.filter((format) => film[`owns_${format}`])
  if (owned.length === 0) return <FormatBadgesPlace />
  return (
    <ul className={styles.badges} aria-label="Formats owned">
      {owned.map((format) => (
        <li key={format} className={styles.badge}>
          <Ticket printed>{FORMAT_LABELS[format]}</Ticket>
          {film[`${format}_oop`] && (
            <abbr className={styles.oop} title="Out of print">
              OOP
            </abbr>
          )}
        </li>
      ))}
    </ul>
  )
}

/** As high as a row of badges, so that the rows of a grid are. */
export function FormatBadgesPlace() {
  return <div className={styles.badges} />
}
