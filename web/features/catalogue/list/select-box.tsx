import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './select-box.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
  /** Whether some but not all of what it stands for is selected. */
  isMixed?: boolean
  /** Whether it selects its row. The list handles the event, so there is no handler. */
  ofRow?: boolean
}

/** A box that selects a row, or all. On a phone the box of a row lies on its plate. */
export function SelectBox({ label, isMixed = false, ofRow = false, ...input }: Props) {
  const Sign = isMixed ? Minus : Check
  return (
    <label className={styles.select}>
      <input
        {...input}
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
        type="checkbox"
        className={styles.box}
        aria-label={label}
        {...(ofRow && { 'data-select': '', readOnly: true })}
      />
      <Sign aria-hidden="true" strokeWidth={3} />
    </label>
  )
}
