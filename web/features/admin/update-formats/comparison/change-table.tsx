import { memo, startTransition, useEffect, useState } from 'react'
import { FLAGS, type Flag, FORMAT_LABELS, type Format } from '../../../../../domain/film/formats.ts'
import { Ticket } from '../../../../ui/disc/ticket.tsx'
import styles from './change-table.module.css'
import type { FilmChange } from './comparison.ts'

// Rendering more rows in one task would block scrolling.
const ROWS_AT_ONCE = 10

// Not table elements: `content-visibility`, which skips rows out of sight, does not work on them. Spread, because the
// linter asks for the elements where it sees the roles.
const TABLE = { role: 'table', 'aria-label': 'What would change' } as const
const ROW_GROUP = { role: 'rowgroup' } as const
const ROW = { role: 'row' } as const
const COLUMN_HEADER = { role: 'columnheader' } as const
const ROW_HEADER = { role: 'rowheader' } as const
const CELL = { role: 'cell' } as const

/** Spine, title and changed flags of all films that change. */
export function ChangeTable({ changes }: { changes: readonly FilmChange[] }) {
  const [parts, setParts] = useState(1)
  const isRendered = parts * ROWS_AT_ONCE >= changes.length
  useEffect(() => {
    if (!isRendered) startTransition(() => setParts(parts + 1))
  }, [parts, isRendered])

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

/** A change of a flag: its ticket as it would be, and both values as text. */
function FlagChange({ flag, isOn }: { flag: Flag; isOn: boolean }) {
  const format = flag.replace(/_oop$/, '') as Format
  const label = flag === format ? FORMAT_LABELS[format] : `${FORMAT_LABELS[format]} OOP`
  return (
    <li className={styles.flag}>
      <Ticket printed={isOn}>{label}</Ticket>
      <span className="visually-hidden">: </span>
      {isOn ? 'no → yes' : 'yes → no'}
    </li>
  )
}
