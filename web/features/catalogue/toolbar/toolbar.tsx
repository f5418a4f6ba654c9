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

/** The default has an empty value, so that a form that is submitted without scripts sets no sort. */
type Choice = Sort | ''

const SORTS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value: value as Sort, label }))
const SEARCH_SORTS: readonly { value: Choice; label: string }[] = [
  { value: '', label: BEST_MATCH_LABEL },
  ...SORTS,
]
const CATALOGUE_SORTS = SORTS.map(({ value, label }) => ({ value: withoutDefault(value), label }))

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
  /** Further controls. They come before the selects, so that an invisible one leaves no gap at the edge. */
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
          options={searching ? SEARCH_SORTS : CATALOGUE_SORTS}
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

/** The choice of a sort without a search, where the spine is the default. */
function withoutDefault(sort: Sort | undefined): Choice {
  return sort === undefined || sort === 'spine' ? '' : sort
}
