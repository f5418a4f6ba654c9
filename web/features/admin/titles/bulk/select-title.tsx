import { useSyncExternalStore } from 'react'
import type { AdminFilm } from '../../titles-query.ts'
import styles from './select-title.module.css'
import type { Selection } from './selection.ts'

interface Props {
  film: AdminFilm
  selection: Selection
}

/** The checkbox that selects a film; with Shift, all films from the last chosen one to this one. */
export function SelectTitle({ film, selection }: Props) {
  const selected = useSyncExternalStore(
    selection.subscribe,
    () => selection.ids().has(film.id),
    () => false,
  )
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        aria-label={`Select ${film.title}`}
        checked={selected}
        // Only the click event has the Shift key; pressing Space fires it too.
        onClick={(event) => selection.choose(film.id, event.currentTarget.checked, event.shiftKey)}
        onChange={() => {}}
      />
    </label>
  )
}
