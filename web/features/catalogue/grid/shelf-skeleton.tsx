import styles from './shelf-skeleton.module.css'

/** Placeholders for the first boards of a shelf. */
export function ShelfSkeleton() {
  return (
    <div className={styles.shelf} aria-hidden="true">
      <div />
      <div />
    </div>
  )
}
