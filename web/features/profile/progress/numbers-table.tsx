import type { ReactNode } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { ListLink } from '../../../ui/link/list-link.tsx'
import styles from './numbers-table.module.css'
import type { ListSearch, Share } from './progress.ts'

interface Props {
  caption: string
  /** The head of the first column. */
  what: string
  shares: readonly Share[]
  hrefOf: (search: ListSearch) => string
}

/** The numbers of a chart of shares. */
export function SharesTable({ caption, what, shares, hrefOf }: Props) {
  return (
    <NumbersTable
      caption={caption}
      heads={[what, 'Released', 'Owned', 'Share']}
      rows={shares.map(({ key, label, owned, released, search }) => ({
        key,
        name: <ListLink href={hrefOf(search)}>{label}</ListLink>,
        cells: [formatCount(released), formatCount(owned), percentOf(owned, released)],
      }))}
    />
  )
}

/** A table of numbers, of which the first column has names. */
export function NumbersTable({
  caption,
  heads,
  rows,
}: {
  caption: string
  heads: readonly string[]
  rows: readonly { key: string; name: ReactNode; cells: readonly string[] }[]
}) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Rounded; 0 % and 100 % stand only for none and all. */
export function percentOf(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = Math.round((100 * part) / whole)
  const between = part > 0 && part < whole ? Math.min(Math.max(percent, 1), 99) : percent
  return `${between}\u2009%`
}
