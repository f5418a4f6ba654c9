import styles from './out-of-print.module.css'

/** The note beside a format that is out of print. */
export function OutOfPrint() {
  return (
    <abbr className={styles.oop} title="Out of print">
      OOP
    </abbr>
  )
}
