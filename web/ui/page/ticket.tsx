import type { ReactNode } from 'react'
import styles from './ticket.module.css'

interface Props {
  /** Filled and punched; otherwise only an outline. */
  printed?: boolean
  children?: ReactNode
}

/** A label in the shape of an admission ticket. Its two states differ in shape, not only in colour. */
export function Ticket({ printed = false, children }: Props) {
  return <span className={printed ? `${styles.ticket} ${styles.printed}` : styles.ticket}>{children}</span>
}
