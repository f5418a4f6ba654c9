import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import { CLEARED_FILTERS, DEFAULT_VIEW, FROM_BEGINNING, filtersOf, type View } from '../toolbar/view.ts'
import styles from './filter-chips.module.css'
import { type Filtered, filterCountsQuery, personOf } from './filter-counts.ts'
import { chipsOf, searchChips } from './filter-texts.ts'
import { setTitlesQuery } from './sets-query.ts'

interface Props {
  view: View
  /** Whose films are filtered, if not those of the catalogue. */
  filtered: Filtered | undefined
  /** Whether no film is left. The search and the format then have chips, too, each with the count without it. */
  isEmpty: boolean
  /** The id of the panel with all filters. */
  panelId: string
}

/** The filters that are set, as links that take them away. They work without a script. */
export function FilterChips({ view, filtered, isEmpty, panelId }: Props) {
  const chipList = useRef<HTMLUListElement>(null)
  // Of the last filter, the button that opens the panel gets the focus.
  useFocusAfterRemoval(chipList, `[aria-controls="${panelId}"]`)
  const filters = filtersOf(view)
  const { data: titles } = useQuery({ ...setTitlesQuery(), enabled: filters.sets.length > 0 })
  const set = chipsOf(filters, personOf(filtered) !== undefined, (set) => titles?.[set])
  const chips = isEmpty ? [...searchChips(view), ...set] : set
  const left = useQueries({
    queries: chips.map(({ without }) => ({
      ...filterCountsQuery({ ...view, ...without }, filtered),
      enabled: isEmpty && set.length > 0,
    })),
  })
  if (set.length === 0) return null
  return (
    <ul ref={chipList} className={styles.chips} aria-label="Filters">
      {chips.map(({ label, without }, index) => (
        <li key={label}>
          <Link
            to="."
            search={(search: object) => ({ ...search, ...FROM_BEGINNING, ...without })}
            activeOptions={{ exact: true }}
            className={styles.chip}
            aria-label={`Remove the filter ${label}`}
            resetScroll={false}
          >
            {label}
            <X aria-hidden="true" strokeWidth={1.75} />
          </Link>
          {isEmpty && <Left films={left[index]?.data?.films} />}
        </li>
      ))}
      <li>
        <Link
          to="."
          search={(search: object) => ({
            ...search,
            ...FROM_BEGINNING,
            ...(isEmpty ? CLEARED : CLEARED_FILTERS),
          })}
          activeOptions={{ exact: true }}
          className={styles.clear}
          resetScroll={false}
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}

const CLEARED: Partial<View> = { ...CLEARED_FILTERS, q: DEFAULT_VIEW.q, format: DEFAULT_VIEW.format }

/** How many films are left without a filter. */
function Left({ films }: { films: number | undefined }) {
  return (
    <span className={styles.left}>
      {films !== undefined && `${formatCount(films)} ${films === 1 ? 'title' : 'titles'}`}
    </span>
  )
}
