import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { PROGRESS_ROUTE } from '../../../../domain/paths.ts'
import { ListLink } from '../../../ui/link/list-link.tsx'
import { Acquired } from './acquired/acquired.tsx'
import { ChartSection, PlainSection } from './chart-section.tsx'
import { Cases, Columns, Measures } from './charts.tsx'
import { SharesTable } from './numbers-table.tsx'
import {
  type CasedShare,
  type ListSearch,
  listHref,
  type Progress,
  type Seen,
  type Share,
} from './progress.ts'
import styles from './progress-charts.module.css'
import { type LongList, type ProgressSearch, showsAll, toggled } from './progress-search.ts'

type HrefOf = (search: ListSearch) => string

interface Props {
  progress: Progress
  username: string
  search: ProgressSearch
}

/** All charts but the wall. */
export function ProgressCharts({ progress, username, search }: Props) {
  const { formats, decades, countries, directors, sets, acquisitions } = progress
  const hrefOf = (list: ListSearch) => listHref(username, list)
  const parts = { username, search, hrefOf }
  return (
    <>
      <div className={styles.halves}>
        <ChartSection
          name="format"
          heading="By format"
          note="owned of released"
          chart={<Measures shares={formats} hrefOf={hrefOf} withPercent />}
          table={<SharesTable caption="By format" what="Format" shares={formats} hrefOf={hrefOf} />}
        />
        {progress.seen && (
          <PlainSection heading="Watched and owned" note="titles">
            <SeenTable seen={progress.seen} hrefOf={hrefOf} />
          </PlainSection>
        )}
      </div>
      <div className={styles.halves}>
        <ChartSection
          name="decade"
          heading="By decade"
          note="owned of released"
          chart={<Columns shares={decades} hrefOf={hrefOf} />}
          table={<SharesTable caption="By decade" what="Decade" shares={decades} hrefOf={hrefOf} />}
        />
        {acquisitions && <Acquired acquisitions={acquisitions} username={username} search={search} />}
      </div>
      <div className={styles.thirds}>
        <Long
          {...parts}
          name="country"
          heading="By country"
          what="Country"
          plural="countries"
          shares={countries}
          renderChart={(shares) => <Measures shares={shares} hrefOf={hrefOf} />}
        />
        <Long
          {...parts}
          name="director"
          heading="By director"
          what="Director"
          plural="directors"
          shares={directors}
          note={complete(directors)}
          renderChart={(shares) => <Cases shares={shares} hrefOf={hrefOf} />}
        />
        <Long
          {...parts}
          name="set"
          heading="By box set"
          what="Box set"
          plural="box sets"
          shares={sets}
          note={complete(sets)}
          renderChart={(shares) => <Cases shares={shares} hrefOf={hrefOf} />}
        />
      </div>
    </>
  )
}

const FIRST_ROWS = 12

interface LongProps<Row> {
  name: LongList
  heading: string
  what: string
  plural: string
  note?: string | undefined
  shares: readonly Row[]
  renderChart: (shares: readonly Row[]) => ReactNode
  username: string
  search: ProgressSearch
  hrefOf: HrefOf
}

/** A chart of many rows, which shows the first ones until all are asked for. */
function Long<Row extends Share>(props: LongProps<Row>) {
  const { name, heading, what, plural, note, shares, renderChart, username, search, hrefOf } = props
  const isOpen = showsAll(search, name)
  const more = shares.length - FIRST_ROWS
  const shown = isOpen ? shares : shares.slice(0, FIRST_ROWS)
  if (shares.length === 0) return null
  return (
    <ChartSection
      name={name}
      heading={heading}
      note={note}
      chart={renderChart(shown)}
      table={<SharesTable caption={heading} what={what} shares={shown} hrefOf={hrefOf} />}
    >
      {more > 0 && (
        <Link
          to={PROGRESS_ROUTE}
          params={{ username }}
          search={toggled(search, name)}
          activeOptions={{ exact: true }}
          className={styles.more}
          replace
          resetScroll={false}
        >
          {isOpen ? `The first ${FIRST_ROWS} ${plural} only` : `${formatCount(more)} more ${plural}`}
        </Link>
      )}
    </ChartSection>
  )
}

function complete(shares: readonly CasedShare[]): string | undefined {
  const count = shares.filter(({ isComplete }) => isComplete).length
  return count > 0 ? `${formatCount(count)} complete` : undefined
}

function SeenTable({ seen, hrefOf }: { seen: Seen; hrefOf: HrefOf }) {
  return (
    <table className={styles.seen}>
      <thead>
        <tr>
          <td />
          <th scope="col">Watched</th>
          <th scope="col">Not watched</th>
        </tr>
      </thead>
      <tbody>
        {(['owned', 'unowned'] as const).map((own) => (
          <tr key={own}>
            <th scope="row">{own === 'owned' ? 'Owned' : 'Not owned'}</th>
            {(['watched', 'unwatched'] as const).map((watched) => {
              const { films, search } = seen[own][watched]
              const isNext = own === 'owned' && watched === 'unwatched'
              return (
                <td key={watched}>
                  <ListLink href={hrefOf(search)} className={isNext ? styles.next : styles.figure}>
                    {formatCount(films)}
                  </ListLink>
                  {isNext && <span className={styles.aside}>on the shelf, still to watch</span>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
