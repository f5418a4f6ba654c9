import styles from './format-checks.module.css'

/** Reserves the space of the boxes: far from the window, and while the film or the person's marks are loading. */
export function FormatChecksSkeleton() {
  return <div className={styles.checks} />
}
