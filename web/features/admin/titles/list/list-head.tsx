import { useEffect, useRef, useSyncExternalStore } from 'react'
import { formatCount, showingTitles } from '../../../../../domain/film/format-count.ts'
import { BulkControls } from '../bulk/bulk-controls.tsx'
import selectStyles from '../bulk/select-title.module.css'
import type { Selection } from '../bulk/selection.ts'
import { useSelectAll } from '../bulk/use-select-all.ts'
import styles from './list-head.module.css'
import type { useTitles } from './use-titles.ts'

interface Props {
  q: string
  titles: ReturnType<typeof useTitles>
  selection: Selection
}

const NONE: ReadonlySet<number> = new Set()

/** The sticky head of the list: how many titles are loaded, and the controls for the selected ones. */
export function ListHead({ q, titles, selection }: Props) {
  const selected = useSyncExternalStore(selection.subscribe, selection.ids, () => NONE)
  const selectAll = useSelectAll(q, titles, selection)
  const { loaded = [], total = 0, status } = titles
  const isCurrent = titles.q === q
  const isAll = selected.size > 0 && selected.size >= total
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.size > 0 && !isAll
  }, [selected, isAll])

  return (
    <div className={styles.head}>
      <label className={styles.all}>
        <span className={selectStyles.select}>
          <input
            ref={box}
            type="checkbox"
            checked={isAll}
            disabled={!isCurrent || total === 0}
            aria-describedby="titles-shown"
            onChange={() => (isAll ? selection.replace([]) : void selectAll())}
          />
        </span>
        {q ? 'Select all that match' : 'Select all'}
      </label>
      <p className={styles.status}>
        {/* Announced only when complete: announcing every page of fifty would be too much. */}
        <span id="titles-shown" aria-live={status === 'complete' ? 'polite' : 'off'}>
          {isCurrent && titles.loaded && showingTitles(loaded.length, total)}
        </span>
      </p>
      {status === 'loading' && (
        <span className={loaded.length === 0 ? styles.loading : `${styles.loading} ${styles.more}`}>
          Loading...
        </span>
      )}
      <p className={styles.selected} role="status">
        {selected.size > 0 && `${formatCount(selected.size)} selected`}
      </p>
      {selected.size > 0 && <BulkControls selected={selected} onDone={() => selection.replace([])} />}
    </div>
  )
}
