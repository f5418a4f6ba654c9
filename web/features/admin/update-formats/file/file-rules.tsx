import { COLUMNS } from '../../../../../domain/csv/formats-header.ts'
import styles from './file-rules.module.css'

/** What an update reads, and what it makes of it. */
export function TheFile() {
  return (
    <section aria-labelledby="the-file">
      <h2 className={styles.heading} id="the-file">
        The file
      </h2>
      <dl className={styles.rules}>
        <dt>Columns</dt>
        <dd>
          <ul className={styles.columns}>
            {COLUMNS.map((column) => (
              <li key={column}>{column}</li>
            ))}
          </ul>
          All nine, in any order, named in the first line. Others are passed over.
        </dd>
        <dt>Cells</dt>
        <dd>
          <strong>X</strong> means yes, an empty cell no. A line with anything else is left out and named.
        </dd>
        <dt>OOP</dt>
        <dd>Out of print. Without its format it is passed over, and a remark says so.</dd>
        <dt>Films</dt>
        <dd>Found by their spine. Those that the file does not name stay as they are.</dd>
      </dl>
    </section>
  )
}
