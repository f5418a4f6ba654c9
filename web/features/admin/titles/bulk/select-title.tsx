import { useSyncExternalStore } from 'react'
import type { Title } from '../../titles-query.ts'
import styles from './select-title.module.css'
import type { Selection } from './selection.ts'

interface Props {
  title: Title
  selection: Selection
}

/** The checkbox that selects a film; with Shift, all films from the last chosen one to this one. */
export function SelectTitle({ title, selection }: Props) {
  const selected = useSyncExternalStore(
    selection.subscribe,
    () => selection.ids().has(title.id),
    () => false,
  )
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        aria-label={`Select ${title.title}`}
        checked={selected}
        // Only the click event has the Shift key; pressing Space fires it too.
        onClick={(event) => selection.choose(title.id, event.currentTarget.checked, event.shiftKey)}
        onChange={() => {}}
      />
    </label>
  )
}
