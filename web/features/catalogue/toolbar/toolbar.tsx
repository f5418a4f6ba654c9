import { ArrowDown, ArrowUp, SlidersHorizontal, SquareCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { FORMAT_NAMES } from '../../../../domain/film/formats.ts'
import { countFilters } from '../../../../domain/filters/filters.ts'
import { Button } from '../../../ui/button/button.tsx'
import { VIEW_FORM_ID } from '../../../ui/form/search-box.tsx'
import { Select } from '../../../ui/form/select.tsx'
import styles from './toolbar.module.css'
import {
  BEST_MATCH_LABEL,
  directionOf,
  FORMAT_FILTERS,
  filtersOf,
  formatOfFilter,
  isSearch,
  type Layout,
  SORT_LABELS,
  type Sort,
  turned,
  type View,
} from './view.ts'
import { ViewSwitch } from './view-switch.tsx'

/** The default has an empty value, so that a form that is submitted without scripts sets no sort. */
type Choice = Sort | ''

const SORTS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value: value as Sort, label }))

const FORMATS = FORMAT_FILTERS.map((value) => {
  const format = formatOfFilter(value)
  return { value, label: format ? FORMAT_NAMES[format] : 'All Formats' }
})

interface Props {
  view: View
  /** How many films are on the page, in words. */
  status: string
  onChange: (change: Partial<View>) => void
  /** The label of the filter by format. */
  formatLabel?: string | undefined
  /** Whether the list tells which film was added last. */
  knowsAdded: boolean
  layouts: readonly Layout[]
  filters: {
    panelId: string
    isOpen: boolean
    /** The filters for a person's marks count only in a list that has a person. */
    withMarks: boolean
    onToggle: () => void
  }
  /** A control that picks a film. */
  pick: ReactNode
  /** Whether films are being selected; undefined if they cannot be. */
  selecting: { isOn: boolean; onToggle: () => void } | undefined
  /** Controls before and after the selects. */
  children?: ReactNode
  print?: ReactNode
}

export function Toolbar({
  view,
  status,
  onChange,
  formatLabel = 'Format',
  knowsAdded,
  layouts,
  filters,
  pick,
  selecting,
  children,
  print,
}: Props) {
  const searching = isSearch(view)
  const sorts = SORTS.filter(({ value }) => value !== 'added' || knowsAdded)
  const isDescending = directionOf(view) === 'desc'
  const DirectionIcon = isDescending ? ArrowDown : ArrowUp
  const { mine, owned, ...others } = filtersOf(view)
  const set = countFilters(
    filters.withMarks ? { ...others, mine, owned } : { ...others, mine: [], owned: [] },
  )
  return (
    <div className={styles.toolbar}>
      <p className={styles.status} aria-live="polite">
        {status}
      </p>
      <div className={styles.controls}>
        {children}
        <Select
          label="Sort by"
          name="sort"
          form={VIEW_FORM_ID}
          value={searching ? (view.sort ?? '') : withoutDefault(view.sort)}
          options={
            searching
              ? [{ value: '', label: BEST_MATCH_LABEL }, ...sorts]
              : sorts.map(({ value, label }) => ({ value: withoutDefault(value), label }))
          }
          onChange={(choice) => onChange({ sort: choice === '' ? undefined : choice, order: undefined })}
        />
        {(!searching || view.sort !== undefined) && (
          <button
            type="button"
            className={styles.direction}
            aria-label={isDescending ? 'Descending order' : 'Ascending order'}
            title={isDescending ? 'Descending' : 'Ascending'}
            onClick={() => onChange(turned(view))}
          >
            <DirectionIcon aria-hidden="true" strokeWidth={1.75} />
          </button>
        )}
        <Select
          label={formatLabel}
          name="format"
          form={VIEW_FORM_ID}
          value={view.format}
          options={FORMATS}
          onChange={(format) => onChange({ format })}
        />
        <noscript>
          <Button small type="submit" form={VIEW_FORM_ID}>
            Apply
          </Button>
        </noscript>
        {print}
      </div>
      <div className={styles.find}>
        {selecting && (
          <button
            type="button"
            className={`${styles.action} ${styles.select}`}
            aria-pressed={selecting.isOn}
            onClick={selecting.onToggle}
          >
            <SquareCheck aria-hidden="true" strokeWidth={1.75} />
            Select
          </button>
        )}
        {pick}
        <button
          type="button"
          className={`${styles.action} ${styles.filters}`}
          aria-expanded={filters.isOpen}
          aria-controls={filters.panelId}
          onClick={filters.onToggle}
        >
          <SlidersHorizontal aria-hidden="true" strokeWidth={1.75} />
          Filters
          {set > 0 && (
            <span className={styles.set}>
              {set}
              <span className="visually-hidden"> set</span>
            </span>
          )}
        </button>
        <ViewSwitch view={view} layouts={layouts} />
      </div>
    </div>
  )
}

/** What picks a film, in its final size while its code loads. */
export function PickPlaceholder() {
  return (
    <span className={styles.action}>
      <span className={styles.icon} />
      Pick one for me
    </span>
  )
}

/** The choice of a sort without a search, where the spine is the default. */
function withoutDefault(sort: Sort | undefined): Choice {
  return sort === undefined || sort === 'spine' ? '' : sort
}
