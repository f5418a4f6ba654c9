import { memo, type ReactNode, useRef } from 'react'
import { FIRST_VIEW_ID } from '../../../ui/page/first-view.ts'
import { PAGE_SIZE } from '../films/film-pages.ts'
import { usePrinting } from '../toolbar/use-printing.ts'
import styles from './film-grid.module.css'
import { useNearWindow } from './near-window.ts'

// The first row of a phone, ahead of all others: with more, none of them comes soon. What else is in sight follows as soon
// as the page is laid out.
const FIRST_ROW = 2

export interface FilmRendering<Film> {
  /** Both stay the same from one drawing to the next, or all the films are drawn again. */
  renderFilm: (film: Film, place: { inFirstRow: boolean }) => ReactNode
  /** What is left of a film that is far from the window: as high as the whole, and hardly anything to keep. */
  renderFar: (film: Film) => ReactNode
}

interface Props<Film> extends FilmRendering<Film> {
  films: readonly Film[]
  /** True while these films are about to be replaced. */
  busy?: boolean
  /** Further items of the list, such as the places of the films to come. */
  children?: ReactNode
}

export function FilmGrid<Film extends { id: number }>({
  films,
  busy = false,
  renderFilm,
  renderFar,
  children,
}: Props<Film>) {
  const printing = usePrinting()
  return (
    <ul className={busy ? `${styles.grid} ${styles.busy}` : styles.grid} aria-busy={busy}>
      {films.map((film, index) =>
        // The first page always stands whole: it is what most people see, and comes so from the server.
        index < PAGE_SIZE || printing ? (
          <li key={film.id} id={index === 0 ? FIRST_VIEW_ID : undefined}>
            {renderFilm(film, { inFirstRow: index < FIRST_ROW })}
          </li>
        ) : (
          <FilmPlace key={film.id} film={film} renderFilm={renderFilm} renderFar={renderFar} />
        ),
      )}
      {children}
    </ul>
  )
}

/** Hundreds of films are on the page, a few of them in sight: only those near the window are drawn whole. */
const FilmPlace = memo(function FilmPlace<Film>({
  film,
  renderFilm,
  renderFar,
}: FilmRendering<Film> & { film: Film }) {
  const place = useRef<HTMLLIElement>(null)
  const isNear = useNearWindow(place)
  return (
    <li ref={place} className={styles.place}>
      {isNear ? renderFilm(film, { inFirstRow: false }) : renderFar(film)}
    </li>
  )
}) as <Film>(props: FilmRendering<Film> & { film: Film }) => ReactNode
