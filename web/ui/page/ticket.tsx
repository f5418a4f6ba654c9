import type { ReactNode } from 'react'
import styles from './ticket.module.css'

interface Props {
  /** Filled and punched; otherwise only an outline. */
  printed?: boolean
  /** An outline with a perforated edge. */
  outOfPrint?: boolean
  children?: ReactNode
}

/** A label in the shape of an admission ticket. Its states differ in shape, not only in colour. */
export function Ticket({ printed = false, outOfPrint = false, children }: Props) {
  const look = printed ? ` ${styles.printed}` : outOfPrint ? ` ${styles.perforated}` : ''
  return <span className={`${styles.ticket}${look}`}>{children}</span>
}
