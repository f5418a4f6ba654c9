import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

/** A checkbox with its label. `aria-label` may give a screen reader a longer one. */
export function Checkbox({
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }) {
  return (
    <label className={styles.checkbox}>
      <span className={styles.box}>
        <input {...input} type="checkbox" className={styles.input} />
        <Check aria-hidden="true" strokeWidth={3} />
      </span>
      {children}
    </label>
  )
}
