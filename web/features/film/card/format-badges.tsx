import type { ReactNode } from 'react'
import { FORMAT_LABELS, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { OutOfPrint } from '../../../ui/disc/out-of-print.tsx'
import { Ticket } from '../../../ui/disc/ticket.tsx'
import styles from './format-badges.module.css'
import { ReleasedFormats } from './released-formats.tsx'

interface Props {
  film: Record<Format | `owns_${Format}` | `${Format}_oop`, boolean>
  /** Also shows the other formats in which the film has been released. */
  withReleased?: boolean
  /** What stands beside them. */
  children?: ReactNode
}

/** The formats of a film that a person owns, and which of them are out of print. */
export function FormatBadges({ film, withReleased = false, children }: Props) {
  const owned = FORMATS.filter((format) => film[`owns_${format}`])
  return (
    <div className={styles.formats}>
      {owned.length > 0 && (
        <ul className={styles.badges} aria-label="Formats owned">
          {owned.map((format) => (
            <li key={format} className={styles.badge}>
              <Ticket printed>{FORMAT_LABELS[format]}</Ticket>
              {film[`${format}_oop`] && <OutOfPrint />}
            </li>
          ))}
        </ul>
      )}
      {withReleased && <ReleasedFormats film={film} without={owned} />}
      {children}
    </div>
  )
}

/** A placeholder as high as a row of badges. */
export function FormatBadgesSkeleton() {
  return <div className={styles.formats} />
}
