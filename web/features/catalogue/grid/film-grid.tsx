import { memo, type ReactNode, useRef } from 'react'
import { FIRST_VIEW_ID } from '../../../../domain/first-view.ts'
import { useNearViewport } from '../../../ui/use-near-viewport.ts'
import { PAGE_SIZE } from '../films/film-pages.ts'
import styles from './film-grid.module.css'
import { usePrinting } from './use-printing.ts'

// The covers of a phone's first row load first: with more of them, none would load soon. The browser loads the other
// visible covers as soon as the page is laid out.
const FIRST_ROW = 2

export interface FilmRendering<Film> {
  /** Both functions must keep their identity between renders; otherwise all films render again. */
  renderFilm: (film: Film, position: { inFirstRow: boolean }) => ReactNode
  /** Renders a film far from the viewport: as high as the whole card, with few elements. */
  renderOffscreen: (film: Film) => ReactNode
}

/** Renders what lies over a card. It must keep its identity between renders. */
export type RenderOverlay<Film> = (film: Film, index: number) => ReactNode

interface Props<Film> extends FilmRendering<Film> {
  films: readonly Film[]
  /** True while these films are about to be replaced. */
  busy?: boolean
  renderOverlay?: RenderOverlay<Film> | undefined
  /** Further items of the list, such as the skeletons of the next page. */
  children?: ReactNode
}

export function FilmGrid<Film extends { id: number }>({
  films,
  busy = false,
  renderFilm,
  renderOffscreen,
  renderOverlay,
  children,
}: Props<Film>) {
  const printing = usePrinting()
  return (
    <ul className={busy ? `${styles.grid} ${styles.busy}` : styles.grid} aria-busy={busy}>
      {films.map((film, index) =>
        // The first page is always complete, because the server renders it so and most people see only that page.
        index < PAGE_SIZE || printing ? (
          <li key={film.id} id={index === 0 ? FIRST_VIEW_ID : undefined}>
            {renderFilm(film, { inFirstRow: index < FIRST_ROW })}
            {renderOverlay?.(film, index)}
          </li>
        ) : (
          <WindowedItem
            key={film.id}
            film={film}
            index={index}
            renderFilm={renderFilm}
            renderOffscreen={renderOffscreen}
            renderOverlay={renderOverlay}
          />
        ),
      )}
      {children}
    </ul>
  )
}

interface ItemProps<Film> extends FilmRendering<Film> {
  film: Film
  index: number
  renderOverlay: RenderOverlay<Film> | undefined
}

/** Of the hundreds of films on the page only those near the viewport are rendered completely. */
const WindowedItem = memo(function WindowedItem<Film>({
  film,
  index,
  renderFilm,
  renderOffscreen,
  renderOverlay,
}: ItemProps<Film>) {
  const item = useRef<HTMLLIElement>(null)
  const isNear = useNearViewport(item)
  return (
    <li ref={item} className={styles.windowed}>
      {isNear ? renderFilm(film, { inFirstRow: false }) : renderOffscreen(film)}
      {isNear && renderOverlay?.(film, index)}
    </li>
  )
}) as <Film>(props: ItemProps<Film>) => ReactNode
