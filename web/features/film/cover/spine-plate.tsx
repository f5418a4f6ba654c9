import styles from './spine-plate.module.css'

interface SpinePlateProps {
  spine: number
  /** On a typographic cover the plate takes the cover's ink and ground; on box art it has its own. */
  onBoxArt?: boolean
}

/** The spine number in the bottom right corner of every cover. */
export function SpinePlate({ spine, onBoxArt = false }: SpinePlateProps) {
  return (
    <span aria-hidden="true" className={onBoxArt ? `${styles.plate} ${styles.neutral}` : styles.plate}>
      {spine}
    </span>
  )
}
