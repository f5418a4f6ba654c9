import type { ReactNode } from 'react'
import styles from './empty-shelf.module.css'

/** Enough cases for the widest window. */
const CASES = Array.from({ length: 150 }, (_, index) => index)

interface Props {
  heading: string
  /** Links to what fills the shelf. */
  children?: ReactNode
}

/** A shelf without discs: outlined cases, and a sentence between them. */
export function EmptyShelf({ heading, children }: Props) {
  return (
    <div className={styles.shelf}>
      <div className={styles.cases} aria-hidden="true">
        {CASES.map((index) => (
          <span key={index} />
        ))}
      </div>
      <div className={styles.message}>
        <p className={styles.heading} role="status">
          {heading}
        </p>
        {children && <div className={styles.links}>{children}</div>}
      </div>
    </div>
  )
}
