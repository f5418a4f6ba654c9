import type { ReactNode } from 'react'
import styles from './ticket.module.css'

interface Props {
  /** Filled and punched; otherwise only an outline. */
  printed?: boolean
  /** Punched, but not filled: owned through a box set. */
  inSet?: boolean
  /** An outline with a perforated edge. */
  outOfPrint?: boolean
  children?: ReactNode
}

/** A label in the shape of an admission ticket. Its states differ in shape, not only in colour. */
export function Ticket({ printed = false, inSet = false, outOfPrint = false, children }: Props) {
  const look = printed ? 'printed' : inSet ? 'punched' : outOfPrint ? 'perforated' : undefined
  return <span className={look ? `${styles.ticket} ${styles[look]}` : styles.ticket}>{children}</span>
}
