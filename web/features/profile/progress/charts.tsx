import { formatCount } from '../../../../domain/film/format-count.ts'
import { Ticket } from '../../../ui/disc/ticket.tsx'
import { ListLink } from '../../../ui/link/list-link.tsx'
import styles from './charts.module.css'
import { percentOf } from './numbers-table.tsx'
import type { CasedShare, ListSearch, Share } from './progress.ts'

interface Props<Row> {
  shares: readonly Row[]
  hrefOf: (search: ListSearch) => string
}

/** A row for each share: the thin rule is all, the thick one what is owned. */
export function Measures({ shares, hrefOf, withPercent = false }: Props<Share> & { withPercent?: boolean }) {
  return (
    <ul className={styles.rows}>
      {shares.map(({ key, label, owned, released, search }) => (
        <li key={key}>
          <ListLink href={hrefOf(search)} className={`${styles.row} ${styles.measured}`}>
            <span className={styles.label}>{label}</span>
            <svg className={styles.measure} aria-hidden="true">
              <rect width={`${released === 0 ? 0 : (100 * owned) / released}%`} height="100%" />
            </svg>
            <Numbers owned={owned} released={released} />
            {withPercent && <span className={styles.percent}>{percentOf(owned, released)}</span>}
          </ListLink>
        </li>
      ))}
    </ul>
  )
}

const CASE_WIDTH = 6
/** The most that the cases of a row take together, in pixels; more cases are narrower. */
const MAX_WIDTH = 104

/** A row for each share with a case for each of its films, filled and higher if it is owned. */
export function Cases({ shares, hrefOf }: Props<CasedShare>) {
  return (
    <ul className={styles.rows}>
      {shares.map(({ key, label, owned, released, cases, isComplete, search }) => {
        const step = Math.min(CASE_WIDTH, MAX_WIDTH / cases.length)
        return (
          <li key={key}>
            <ListLink href={hrefOf(search)} className={styles.row}>
              <span className={styles.label}>{label}</span>
              <svg
                className={styles.cases}
                width={step * cases.length}
                height="17"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                {cases.map((isOwned, index) => (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: the films of a director have a fixed order
                    key={index}
                    className={isOwned ? styles.ownedCase : styles.otherCase}
                    x={index * step}
                    y={isOwned ? 0 : 6}
                    width={step * 0.75}
                    height={isOwned ? 16 : 10}
                  />
                ))}
                <rect className={styles.board} y="16" width="100%" height="1" />
              </svg>
              {isComplete ? (
                <span className={styles.numbers}>
                  <Ticket printed>All {released}</Ticket>
                  <span className="visually-hidden"> owned</span>
                </span>
              ) : (
                <Numbers owned={owned} released={released} />
              )}
            </ListLink>
          </li>
        )
      })}
    </ul>
  )
}

function Numbers({ owned, released }: Pick<Share, 'owned' | 'released'>) {
  return (
    <span className={styles.numbers}>
      <strong>{formatCount(owned)}</strong> of {formatCount(released)}
      <span className="visually-hidden"> owned</span>
    </span>
  )
}

/** The part of a column's height that is left for its number. */
const HEAD = 0.12

/** A column for each share: what was released, and within it what is owned. */
export function Columns({ shares, hrefOf }: Props<Share>) {
  const most = Math.max(...shares.map(({ released }) => released))
  const heightOf = (films: number) => ((1 - HEAD) * 100 * films) / most
  return (
    <ul className={styles.columns}>
      {shares.map(({ key, label, owned, released, search }) => (
        <li key={key}>
          <ListLink href={hrefOf(search)} className={styles.column}>
            <svg className={styles.bars} aria-hidden="true">
              <Bar className={styles.all} height={heightOf(released)} />
              <Bar className={styles.own} height={heightOf(owned)} />
              <text x="50%" y={`${100 - heightOf(released)}%`} dy="-6">
                <tspan className={styles.count}>{formatCount(owned)}</tspan>
                <tspan className={styles.of}>{` / ${formatCount(released)}`}</tspan>
              </text>
            </svg>
            <span className={styles.decade}>
              <span className={styles.century}>{label.slice(0, 2)}</span>
              {label.slice(2)}
            </span>
            <span className="visually-hidden">{`: ${owned} of ${released} owned`}</span>
          </ListLink>
        </li>
      ))}
    </ul>
  )
}

function Bar({ className, height }: { className: string | undefined; height: number }) {
  return <rect className={className} y={`${100 - height}%`} width="100%" height={`${height}%`} />
}
