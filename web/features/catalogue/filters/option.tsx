import { formatCount } from '../../../../domain/film/format-count.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import styles from './option.module.css'

interface Props {
  label: string
  /** Undefined until it is known. */
  count: number | undefined
  checked: boolean
  onChange: (on: boolean) => void
}

/** A value of a filter, with the number of films that it leaves. */
export function Option({ label, count, checked, onChange }: Props) {
  return (
    <div className={count === 0 && !checked ? `${styles.option} ${styles.none}` : styles.option}>
      <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)}>
        {label}
      </Checkbox>
      <span className={styles.count}>{count !== undefined && formatCount(count)}</span>
    </div>
  )
}
