import type { ReactNode } from 'react'
import { OutlinedCases } from '../../../ui/disc/outlined-cases.tsx'
import styles from './empty-shelf.module.css'

interface Props {
  heading: string
  /** Links to what fills the shelf. */
  children?: ReactNode
}

/** A shelf without discs: outlined cases, and a sentence between them. */
export function EmptyShelf({ heading, children }: Props) {
  return (
    <div className={styles.shelf}>
      <OutlinedCases>
        <p className={styles.heading} role="status">
          {heading}
        </p>
        {children && <div className={styles.links}>{children}</div>}
      </OutlinedCases>
    </div>
  )
}
