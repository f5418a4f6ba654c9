import styles from './spine-plate.module.css'

/** The spine number in the bottom right corner of every cover, in the cover's ink and ground. */
export function SpinePlate({ spine }: { spine: number }) {
  return (
    <span aria-hidden="true" className={styles.plate}>
      {spine}
    </span>
  )
}
