import type { ReactNode } from 'react'
import { type Flag, FORMAT_NAMES, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import styles from './release-table.module.css'

interface Props {
  film: Record<Flag, boolean>
  renderTick: (format: Format) => ReactNode
  /** What is noted beside the state of a format. */
  renderNote?: (format: Format) => ReactNode
  renderWish: (format: Format) => ReactNode
  /** Rows of formats in which the film is not listed. */
  children?: ReactNode
}

/** The formats in which a film was released, with a tick for each that a person owns. */
export function ReleaseTable({ film, renderTick, renderNote, renderWish, children }: Props) {
  return (
    <table className={styles.releases}>
      <thead>
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
      </thead>
      <tbody>
        {FORMATS.filter((format) => film[format]).map((format) => (
          <ReleaseRow
            key={format}
            format={format}
            state={film[`${format}_oop`] ? 'Out of print' : 'In print'}
            note={renderNote?.(format)}
            wish={renderWish(format)}
          >
            {renderTick(format)}
          </ReleaseRow>
        ))}
        {children}
      </tbody>
    </table>
  )
}

interface RowProps {
  format: Format
  /** Undefined for a format in which the film was never released by itself. */
  state: 'In print' | 'Out of print' | 'No longer listed' | undefined
  note?: ReactNode
  /** A control; none for a format that the catalogue no longer lists. */
  wish?: ReactNode
  children: ReactNode
}

export function ReleaseRow({ format, state, note, wish, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{FORMAT_NAMES[format]}</th>
      <td>
        <span className={state === 'In print' ? undefined : styles.outOfPrint}>{state}</span>
        {note}
      </td>
      <td className={styles.own}>{children}</td>
      <td className={styles.own}>{wish}</td>
    </tr>
  )
}
