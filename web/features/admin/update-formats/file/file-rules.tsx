import { COLUMNS } from '../../../../../domain/csv/formats-header.ts'
import styles from './file-rules.module.css'

/** Describes the file that an update reads. */
export function FileRules() {
  return (
    <section aria-labelledby="file-rules">
      <h2 className={styles.heading} id="file-rules">
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
          All nine, in any order, named in the first line. Other columns are ignored.
        </dd>
        <dt>Cells</dt>
        <dd>
          <strong>X</strong> means yes, an empty cell means no. A line with another value is left out and
          listed.
        </dd>
        <dt>OOP</dt>
        <dd>Out of print. Ignored, with a remark, if the film does not have the format.</dd>
        <dt>Films</dt>
        <dd>Matched by their spine. Films that are not in the file stay as they are.</dd>
      </dl>
    </section>
  )
}
