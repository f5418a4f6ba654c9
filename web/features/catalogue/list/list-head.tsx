import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type Direction,
  directionOf,
  FROM_BEGINNING,
  isSearch,
  SORT_LABELS,
  type Sort,
  type View,
} from '../toolbar/view.ts'
import styles from './film-list.module.css'

const COLUMNS: readonly { sort: Sort; label: string; className: string | undefined }[] = [
  { sort: 'spine', label: 'Spine', className: styles.spine },
  { sort: 'title', label: SORT_LABELS.title, className: styles.title },
  { sort: 'director', label: SORT_LABELS.director, className: styles.director },
  { sort: 'year', label: SORT_LABELS.year, className: styles.year },
  { sort: 'country', label: SORT_LABELS.country, className: styles.country },
  { sort: 'running_time', label: 'Min', className: styles.time },
]

interface Props {
  view: View
  /** The box that selects the whole list, if its rows can be selected. */
  selectAll: ReactNode
  /** The heads of the columns with formats and with marks. */
  formats: ReactNode
  marks: readonly ReactNode[]
}

export function ListHead({ view, selectAll, formats, marks }: Props) {
  return (
    <thead className={styles.head}>
      <tr className={styles.row}>
        {selectAll && <td className={styles.select}>{selectAll}</td>}
        {COLUMNS.map((column) => (
          <HeadCell key={column.sort} {...column} view={view} />
        ))}
        <th scope="col" className={styles.formats}>
          {formats}
        </th>
        {marks.map((mark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay the same
          <th key={index} scope="col" className={styles.mark}>
            {mark}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface HeadCellProps {
  sort: Sort
  label: string
  className: string | undefined
  view: View
}

/** A link, so that it works without a script. The sorted column turns its direction around. */
function HeadCell({ sort, label, className, view }: HeadCellProps) {
  const sorted = view.sort ?? (isSearch(view) ? undefined : 'spine')
  const isSorted = sorted === sort
  const direction = directionOf(view)
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown
  const next: Direction | undefined = isSorted && direction === 'asc' ? 'desc' : undefined
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link
        to="."
        search={(search: object) => ({ ...search, ...FROM_BEGINNING, sort, order: next })}
        activeOptions={{ exact: true }}
        resetScroll={false}
        className={styles.sort}
      >
        {label}
        {isSorted && <Arrow aria-hidden="true" strokeWidth={2} />}
      </Link>
    </th>
  )
}
