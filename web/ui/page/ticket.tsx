import type { ReactNode } from 'react'
import styles from './ticket.module.css'

interface Props {
  /** Printed and punched; otherwise only its outline is there. */
  printed?: boolean
  children?: ReactNode
}

/** An admission ticket, in two states that differ in more than colour. */
export function Ticket({ printed = false, children }: Props) {
  return <span className={printed ? `${styles.ticket} ${styles.printed}` : styles.ticket}>{children}</span>
}
