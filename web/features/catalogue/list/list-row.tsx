import { memo, type ReactNode, useRef, useState } from 'react'
import { FIRST_VIEW_ID } from '../../../../domain/first-view.ts'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import { useNearViewport } from '../../../ui/use-near-viewport.ts'
import type { CatalogueFilm } from '../films/films-query.ts'
import styles from './film-list.module.css'
import { SelectBox } from './select-box.tsx'

/** The part of a row that other features render. The functions must keep their identity between renders. */
export interface RowRendering<Film> {
  /** The plate with the film's spine. */
  renderPlate: (film: Film) => ReactNode
  /** What is noted of the film beside its title. */
  renderNote?: (film: Film) => ReactNode
  /**
   * The formats, and what stands in each column of marks. An element with `data-key` has a control that this key clicks
   * while the row has the focus: 1 to 4 for the formats, w for the wishlist and s for watched. The controls have this
   * `tabIndex`.
   */
  renderFormats: (film: Film, tabIndex: number | undefined) => ReactNode
  renderMarks: readonly ((film: Film, tabIndex: number | undefined) => ReactNode)[]
}

interface RowProps<Film> extends RowRendering<Film> {
  film: Film
  index: number
  /** Whether the tab stop of the list is in this row; undefined before the script runs, when every link is a tab stop. */
  isCurrent: boolean | undefined
  /** Undefined if rows cannot be selected. */
  isSelected: boolean | undefined
  /** Renders the row completely also far from the window. */
  isWhole: boolean
  onFocus: (index: number) => void
}

/** Memoized, so that the hundreds already shown do not render again with the next films. */
export const ListRow = memo(function ListRow<Film extends CatalogueFilm>({
  film,
  index,
  isCurrent,
  isSelected,
  isWhole,
  onFocus,
  renderPlate,
  renderNote,
  renderFormats,
  renderMarks,
}: RowProps<Film>) {
  const { spine, title, director, year, country, running_time } = film
  const row = useRef<HTMLTableRowElement>(null)
  const isNear = useNearViewport(row)
  // What was rendered stays, also when the row moves down the list.
  const [wasWhole] = useState(isWhole)
  const isComplete = isWhole || wasWhole || isNear || isCurrent === true
  const tabIndex = isCurrent === undefined ? undefined : isCurrent ? 0 : -1
  return (
    <tr
      ref={row}
      id={index === 0 ? FIRST_VIEW_ID : undefined}
      className={isSelected ? `${styles.row} ${styles.selected}` : styles.row}
      tabIndex={tabIndex}
      aria-label={`${title}, spine ${spine}`}
      aria-selected={isSelected}
      onFocus={() => onFocus(index)}
    >
      {isSelected !== undefined && (
        <td className={styles.select}>
          <SelectBox label={`Select ${title}`} checked={isSelected} tabIndex={tabIndex} ofRow />
        </td>
      )}
      <td className={styles.spine}>{renderPlate(film)}</td>
      <td className={styles.title}>
        <FilmLink spine={spine} preload tabIndex={tabIndex}>
          {title}
        </FilmLink>
        {isComplete && renderNote?.(film)}
      </td>
      <td className={styles.director} title={director}>
        <span>{director}</span>
        {year !== null && <span className={styles.yearBeside}>{`\u2009·\u2009${year}`}</span>}
      </td>
      <td className={styles.year}>{year}</td>
      <td className={styles.country}>{country}</td>
      <td className={styles.time}>{running_time}</td>
      <td className={styles.formats}>{isComplete && renderFormats(film, tabIndex)}</td>
      {renderMarks.map((render, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay the same
        <td key={column} className={styles.mark}>
          {isComplete && render(film, tabIndex)}
        </td>
      ))}
    </tr>
  )
}) as <Film extends CatalogueFilm>(props: RowProps<Film>) => ReactNode
