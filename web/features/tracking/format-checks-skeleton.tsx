import { Ticket } from '../../ui/page/ticket.tsx'
import styles from './format-checks.module.css'

/** Reserves the space of the boxes while the film or the person's marks are loading. */
export function FormatChecksSkeleton() {
  return (
    <div className={styles.checks}>
      <div className={styles.check}>
        <Ticket />
      </div>
    </div>
  )
}
