import type { ReactNode } from 'react'
import styles from './film-grid.module.css'

// More than the widest screen has columns: the films a visitor sees first.
const FIRST_ROW = 12

interface Props<Film> {
  films: readonly Film[]
  /** True while these films are about to be replaced. */
  busy?: boolean
  renderFilm: (film: Film, place: { inFirstRow: boolean }) => ReactNode
  /** Further items of the list, such as the places of the films to come. */
  children?: ReactNode
}

export function FilmGrid<Film extends { id: number }>({
  films,
  busy = false,
  renderFilm,
  children,
}: Props<Film>) {
  return (
    <ul className={busy ? `${styles.grid} ${styles.busy}` : styles.grid} aria-busy={busy}>
      {films.map((film, index) => (
        <li key={film.id}>{renderFilm(film, { inFirstRow: index < FIRST_ROW })}</li>
      ))}
      {children}
    </ul>
  )
}
