import styles from './blank-case.module.css'

/** A case without a cover, for a message instead of films. The plate replaces the spine number. */
export function BlankCase({ plate }: { plate: string }) {
  return (
    <div className={styles.case} aria-hidden="true">
      <span className={styles.plate}>{plate}</span>
    </div>
  )
}
