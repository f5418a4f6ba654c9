import type { ReactNode } from 'react'
import { FORMAT_NAMES } from '../../../../domain/film/formats.ts'
import { Button } from '../../../ui/form/button.tsx'
import { VIEW_FORM_ID } from '../../../ui/form/search-box.tsx'
import { Select } from '../../../ui/form/select.tsx'
import styles from './toolbar.module.css'
import {
  BEST_MATCH_LABEL,
  FORMAT_FILTERS,
  formatOfFilter,
  isSearch,
  SORT_LABELS,
  type Sort,
  type View,
} from './view.ts'

/** No value stands for what goes without a choice, so that a form that is sent without a script chooses nothing. */
type Choice = Sort | ''

const SORTS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value: value as Sort, label }))
const OF_A_SEARCH: readonly { value: Choice; label: string }[] = [
  { value: '', label: BEST_MATCH_LABEL },
  ...SORTS,
]
const OF_ALL_FILMS = SORTS.map(({ value, label }) => ({ value: withoutDefault(value), label }))

const FORMATS = FORMAT_FILTERS.map((value) => {
  const format = formatOfFilter(value)
  return { value, label: format ? FORMAT_NAMES[format] : 'All Formats' }
})

interface Props {
  view: View
  /** How much of the collection is on the page, in words. */
  status: string
  onChange: (change: Partial<View>) => void
  /** What the filter by format leaves. */
  formatLabel?: string | undefined
  /** Further controls, before the selects: one that is out of sight leaves no hole at the edge. */
  children?: ReactNode
}

export function Toolbar({ view, status, onChange, formatLabel = 'Format', children }: Props) {
  const searching = isSearch(view)
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
          options={searching ? OF_A_SEARCH : OF_ALL_FILMS}
          onChange={(choice) => onChange({ sort: choice === '' ? undefined : choice })}
        />
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
      </div>
    </div>
  )
}

/** A choice among all films, of which the spine needs none. */
function withoutDefault(sort: Sort | undefined): Choice {
  return sort === undefined || sort === 'spine' ? '' : sort
}
