import styles from './film-card.module.css'

/** Director and year in one line. A long name is truncated, the year is not. */
export function Byline({ film: { director, year } }: { film: { director: string; year: number | null } }) {
  return (
    <p className={styles.byline} title={director}>
      <span className={styles.director}>{director}</span>
      {year !== null && <span className={styles.year}>{`\u2009·\u2009${year}`}</span>}
    </p>
  )
}
