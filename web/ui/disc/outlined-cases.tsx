import type { ReactNode } from 'react'
import styles from './outlined-cases.module.css'

/** Enough cases for the widest window. */
const CASES = Array.from({ length: 150 }, (_, index) => index)

interface Props {
  /** Whether something is held over them. */
  isLit?: boolean
  /** Stands between the cases. */
  children: ReactNode
}

/** Outlined cases on a rule: a shelf or a place without anything yet. */
export function OutlinedCases({ isLit = false, children }: Props) {
  return (
    <div className={isLit ? `${styles.shelf} ${styles.lit}` : styles.shelf}>
      <div className={styles.cases} aria-hidden="true">
        {CASES.map((index) => (
          <span key={index} />
        ))}
      </div>
      <div className={styles.message}>{children}</div>
    </div>
  )
}
