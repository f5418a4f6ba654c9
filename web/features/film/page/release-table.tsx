import type { ReactNode } from 'react'
import { type Flag, FORMAT_NAMES, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import styles from './release-table.module.css'

interface Props {
  film: Record<Flag, boolean>
  renderTick: (format: Format) => ReactNode
  /** What is noted beside the state of a format. */
  renderNote?: (format: Format) => ReactNode
  renderWish: (format: Format) => ReactNode
  /** Whether the table is only read: the tickets come first, and the heads of the columns are for screen readers. */
  isBrief?: boolean
  /** Rows of formats in which the film is not listed. */
  children?: ReactNode
}

/** The formats in which a film was released, with a tick for each that a person owns. */
export function ReleaseTable({ film, renderTick, renderNote, renderWish, isBrief = false, children }: Props) {
  return (
    <table className={isBrief ? `${styles.releases} ${styles.brief}` : styles.releases}>
      {!isBrief && <Columns />}
      <thead>{isBrief ? <BriefHeads /> : <Heads />}</thead>
      <tbody>
        {FORMATS.filter((format) => film[format]).map((format) => (
          <ReleaseRow
            key={format}
            format={format}
            state={film[`${format}_oop`] ? 'Out of print' : 'In print'}
            note={renderNote?.(format)}
            wish={renderWish(format)}
            isBrief={isBrief}
          >
            {renderTick(format)}
          </ReleaseRow>
        ))}
        {children}
      </tbody>
    </table>
  )
}

/** While the page arrives, the columns have their widths before their heads come. */
function Columns() {
  return (
    <colgroup>
      <col span={2} />
      <col span={2} className={styles.own} />
    </colgroup>
  )
}

function Heads() {
  return (
    <tr>
      <th scope="col">Released on</th>
      <th scope="col">
        <span className="visually-hidden">In print</span>
      </th>
      <th scope="col" className={styles.own}>
        I own it
      </th>
      <th scope="col" className={styles.own}>
        I wish for it
      </th>
    </tr>
  )
}

function BriefHeads() {
  return (
    <tr>
      <td />
      {['Released on', 'In print', 'Yours'].map((head) => (
        <th key={head} scope="col">
          <span className="visually-hidden">{head}</span>
        </th>
      ))}
    </tr>
  )
}

interface RowProps {
  format: Format
  /** Undefined for a format in which the film was never released by itself. */
  state: 'In print' | 'Out of print' | 'No longer listed' | undefined
  note?: ReactNode
  /** A control; none for a format that the catalogue no longer lists. */
  wish?: ReactNode
  isBrief?: boolean
  children: ReactNode
}

export function ReleaseRow({ format, state, note, wish, isBrief = false, children }: RowProps) {
  const tick = <td className={styles.own}>{children}</td>
  return (
    <tr>
      {isBrief && tick}
      <th scope="row">
        <span className={styles.name}>{FORMAT_NAMES[format]}</span>
      </th>
      <td>
        <span className={state === 'In print' ? styles.inPrint : styles.outOfPrint}>{state}</span>
        {note}
      </td>
      {!isBrief && tick}
      <td className={styles.own}>{wish}</td>
    </tr>
  )
}
