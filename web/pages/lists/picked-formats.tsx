import type { ReactNode } from 'react'
import { FORMAT_LABELS, FORMATS } from '../../../domain/film/formats.ts'
import type { ShownFilm } from '../../data/film-columns.ts'
import { Ticket } from '../../ui/disc/ticket.tsx'
import styles from './picked-film.module.css'

interface Props {
  film: ShownFilm
  /** Whether each format is owned. */
  owned?: readonly boolean[]
  children?: ReactNode
}

/** The formats of a film, those that are owned as printed tickets. */
export function PickedFormats({ film, owned = [], children }: Props) {
  return (
    <>
      <ul className={styles.formats} aria-label="Formats">
        {FORMATS.map(
          (format, index) =>
            (film[format] || owned[index]) && (
              <li key={format}>
                <Ticket printed={owned[index] ?? false} outOfPrint={film[`${format}_oop`]}>
                  {FORMAT_LABELS[format]}
                </Ticket>
                <span className="visually-hidden">
                  {owned[index] && ', owned'}
                  {film[`${format}_oop`] && ', out of print'}
                </span>
              </li>
            ),
        )}
      </ul>
      {children}
    </>
  )
}
