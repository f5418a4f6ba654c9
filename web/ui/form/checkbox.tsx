import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

/** A box to tick with its label; it may say more to a screen reader than stands there. */
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
