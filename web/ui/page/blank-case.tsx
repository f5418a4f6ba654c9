import styles from './blank-case.module.css'

/** A case without a cover: the film that is not there. Its plate says what there is instead of a spine. */
export function BlankCase({ plate }: { plate: string }) {
  return (
    <div className={styles.case} aria-hidden="true">
      <span className={styles.plate}>{plate}</span>
    </div>
  )
}
