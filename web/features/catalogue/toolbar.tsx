import type { ReactNode } from 'react'
import { FORMAT_NAMES } from '../../../domain/formats.ts'
import { Button } from '../../ui/button.tsx'
import { FORM_ID } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './toolbar.module.css'
import { FORMAT_FILTERS, formatOfFilter, SORT_LABELS, type Sort, type View } from './view.ts'

const SORTS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value: value as Sort, label }))

const FORMATS = FORMAT_FILTERS.map((value) => {
  const format = formatOfFilter(value)
  return { value, label: format ? FORMAT_NAMES[format] : 'All Formats' }
})

interface Props {
  view: View
  /** How much of the collection is on the page, in words. */
  status: string
  onChange: (change: Partial<View>) => void
  /** Further controls. */
  children?: ReactNode
}

export function Toolbar({ view, status, onChange, children }: Props) {
  return (
    <div className={styles.toolbar}>
      <p className={styles.status} aria-live="polite">
        {status}
      </p>
      <div className={styles.controls}>
        <Select
          label="Sort by"
          name="sort"
          form={FORM_ID}
          value={view.sort}
          options={SORTS}
          onChange={(sort) => onChange({ sort })}
        />
        <Select
          label="Format"
          name="format"
          form={FORM_ID}
          value={view.format}
          options={FORMATS}
          onChange={(format) => onChange({ format })}
        />
        <noscript>
          <Button small type="submit" form={FORM_ID}>
            Apply
          </Button>
        </noscript>
        {children}
      </div>
    </div>
  )
}
