import styles from './slow-progress.module.css'

/** A bar for work of unknown length, which appears once the work takes longer than half a second. */
export function SlowProgress({ label }: { label: string }) {
  return <progress className={styles.progress} aria-label={label} />
}
