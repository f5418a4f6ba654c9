import { Ticket } from '../../ui/page/ticket.tsx'
import styles from './format-checks.module.css'

/** Holds the place of the boxes while the film, or what a person tracks, is on its way. */
export function FormatChecksPlace() {
  return (
    <div className={styles.checks}>
      <div className={styles.check}>
        <Ticket />
      </div>
    </div>
  )
}
