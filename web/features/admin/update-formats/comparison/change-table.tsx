import { memo, startTransition, useEffect, useState } from 'react'
import { FLAGS } from '../../../../../domain/film/formats.ts'
import styles from './change-table.module.css'
import type { FilmChange } from './comparison.ts'
import { FlagChange } from './flag-change.tsx'

// A task that draws more than a few rows holds up whoever scrolls.
const ROWS_AT_ONCE = 10

// Not the elements of tables: only of others can the browser leave out what is out of sight.
const TABLE = { role: 'table', 'aria-label': 'What would change' } as const
const ROW_GROUP = { role: 'rowgroup' } as const
const ROW = { role: 'row' } as const
const COLUMN_HEADER = { role: 'columnheader' } as const
const ROW_HEADER = { role: 'rowheader' } as const
const CELL = { role: 'cell' } as const

/** Spine, title and what becomes of each flag, for all films that change. */
export function ChangeTable({ changes }: { changes: readonly FilmChange[] }) {
  const [parts, setParts] = useState(1)
  const isDrawn = parts * ROWS_AT_ONCE >= changes.length
  useEffect(() => {
    if (!isDrawn) startTransition(() => setParts(parts + 1))
  }, [parts, isDrawn])

  return (
    <div {...TABLE} className={styles.table}>
      <div {...ROW_GROUP}>
        <div {...ROW} className={`${styles.row} ${styles.head}`}>
          <span {...COLUMN_HEADER}>Spine</span>
          <span {...COLUMN_HEADER}>Title</span>
          <span {...COLUMN_HEADER}>Before → after</span>
        </div>
      </div>
      {Array.from({ length: parts }, (_, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added
        <Part key={part} changes={changes} from={part * ROWS_AT_ONCE} />
      ))}
    </div>
  )
}

const Part = memo(({ changes, from }: { changes: readonly FilmChange[]; from: number }) => {
  const rows = changes.slice(from, from + ROWS_AT_ONCE)
  return (
    <div {...ROW_GROUP} className={rows.length === ROWS_AT_ONCE ? styles.whole : undefined}>
      {rows.map(({ id, spine, title, after }) => (
        <div key={id} {...ROW} className={styles.row}>
          <span {...CELL}>
            <span className={styles.plate}>{spine}</span>
          </span>
          <span {...ROW_HEADER} className={styles.title}>
            {title}
          </span>
          <div {...CELL}>
            <ul className={styles.flags}>
              {FLAGS.filter((flag) => flag in after).map((flag) => (
                <FlagChange key={flag} flag={flag} isOn={after[flag] ?? false} />
              ))}
            </ul>
          </div>
        </div>
      ))}
    </div>
  )
})
