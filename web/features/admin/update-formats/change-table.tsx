import { memo, startTransition, useEffect, useState } from 'react'
import { FLAGS, type Flag, FORMAT_LABELS, type Format } from '../../../../domain/formats.ts'
import { Ticket } from '../../../ui/ticket.tsx'
import styles from './change-table.module.css'
import type { FilmChange } from './comparison.ts'

// A task that draws more than a few rows holds up whoever scrolls.
const ROWS_AT_ONCE = 25

/** Spine, title and what becomes of each flag, for all films that change. */
export function ChangeTable({ changes }: { changes: readonly FilmChange[] }) {
  const [parts, setParts] = useState(1)
  const isDrawn = parts * ROWS_AT_ONCE >= changes.length
  useEffect(() => {
    if (!isDrawn) startTransition(() => setParts(parts + 1))
  }, [parts, isDrawn])

  return (
    <table className={styles.table}>
      <caption className="visually-hidden">What would change</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.spine}>
            Spine
          </th>
          <th scope="col">Title</th>
          <th scope="col">Before → after</th>
        </tr>
      </thead>
      {Array.from({ length: parts }, (_, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added
        <Rows key={part} changes={changes} from={part * ROWS_AT_ONCE} />
      ))}
    </table>
  )
}

const Rows = memo(({ changes, from }: { changes: readonly FilmChange[]; from: number }) => (
  <tbody>
    {changes.slice(from, from + ROWS_AT_ONCE).map((change) => (
      <tr key={change.id}>
        <td className={styles.spine}>
          <span className={styles.plate}>{change.spine}</span>
        </td>
        <th scope="row" className={styles.title}>
          {change.title}
        </th>
        <td>
          <ul className={styles.flags}>
            {FLAGS.filter((flag) => flag in change.after).map((flag) => (
              <FlagChange key={flag} flag={flag} isOn={change.after[flag] ?? false} />
            ))}
          </ul>
        </td>
      </tr>
    ))}
  </tbody>
))

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
