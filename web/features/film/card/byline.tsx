import styles from './film-card.module.css'

/** Who made a film and when, in one line: a long name is cut off, the year is not. */
export function Byline({ film: { director, year } }: { film: { director: string; year: number | null } }) {
  return (
    <p className={styles.byline} title={director}>
      <span className={styles.director}>{director}</span>
      {year !== null && <span className={styles.year}>{`\u2009·\u2009${year}`}</span>}
    </p>
  )
}
