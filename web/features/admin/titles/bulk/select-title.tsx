import { useSyncExternalStore } from 'react'
import type { Title } from '../../titles-query.ts'
import styles from './select-title.module.css'
import type { Selection } from './selection.ts'

interface Props {
  title: Title
  selection: Selection
}

/** The box that selects a film; with Shift, all from the one chosen before up to it. */
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
        // The click knows the Shift key, which the change does not; a key's press is one, too.
        onClick={(event) => selection.choose(title.id, event.currentTarget.checked, event.shiftKey)}
        onChange={() => {}}
      />
    </label>
  )
}
