import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { formatCount } from '../../../../../domain/film/format-count.ts'
import { PROGRESS_ROUTE } from '../../../../../domain/paths.ts'
import { ListLink } from '../../../../ui/link/list-link.tsx'
import { ChartSection, PlainSection } from '../chart-section.tsx'
import { NumbersTable } from '../numbers-table.tsx'
import type { ProgressSearch } from '../progress-search.ts'
import styles from './acquired.module.css'
import type { Acquisitions } from './acquisitions.ts'

interface Props {
  acquisitions: Acquisitions
  username: string
  search: ProgressSearch
}

/** When the copies of the person who reads were acquired. A column lists its copies. */
export function Acquired(props: Props) {
  const { periods, by, undated } = props.acquisitions
  const [first] = periods
  if (!first) {
    return (
      <PlainSection heading="Acquired">
        <p className={styles.sentence}>
          Note on a film’s page when you acquired a copy, and this chart shows it. Only you see it.
        </p>
      </PlainSection>
    )
  }
  const chosen = periods.find(({ key }) => key === props.search.acquired)
  return (
    <ChartSection
      name="acquired"
      heading="Acquired"
      note={`since ${first.key.slice(0, 4)}, by ${by}; only you see this`}
      chart={<Chart {...props} />}
      table={
        <NumbersTable
          caption="Acquired"
          heads={[by === 'quarter' ? 'Quarter' : 'Year', 'Copies']}
          rows={periods.map(({ key, label, copies }) => ({
            key,
            name: (
              <Link {...linkTo(props, key)} activeOptions={{ exact: true }}>
                {label}
              </Link>
            ),
            cells: [formatCount(copies.length)],
          }))}
        />
      }
    >
      {undated > 0 && (
        <p className={styles.aside}>
          {`${countText(undated)} without ${by === 'quarter' ? 'a month' : 'a date'}.`}
        </p>
      )}
      {chosen && (
        <div className={styles.listed}>
          <h3 className={styles.chosen}>{`${chosen.label}: ${countText(chosen.copies.length)}`}</h3>
          <ul className={styles.copies} aria-label={`Acquired ${chosen.label}`}>
            {chosen.copies.map(({ title, path }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: there may be two copies of a film
              <li key={index}>
                <ListLink href={path}>{title}</ListLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ChartSection>
  )
}

/** The part of a column's height that is left for its number. */
const HEAD = 0.12

/** The columns are one tab stop, with the arrow keys between them. The greatest has its number and the accent. */
function Chart(props: Props) {
  const { periods, by } = props.acquisitions
  const most = Math.max(...periods.map(({ copies }) => copies.length))
  const peak = periods.findIndex(({ copies }) => copies.length === most)
  const [stop, setStop] = useState(peak)
  const width = 100 / periods.length
  const place = (peak + 0.5) * width

  function move(event: KeyboardEvent<SVGSVGElement>) {
    const step = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: periods.length - 1 }[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const target = Math.min(Math.max(step, 0), periods.length - 1)
    setStop(target)
    event.currentTarget.querySelectorAll('a')[target]?.focus()
  }

  return (
    <div className={styles.chart}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg className={styles.bars} role="group" aria-label={`Copies by ${by}`} onKeyDown={move}>
        {periods.map(({ key, label, copies }, index) => {
          const height = ((1 - HEAD) * 100 * copies.length) / most
          return (
            <Link
              key={key}
              {...linkTo(props, key)}
              activeOptions={{ exact: true }}
              aria-label={`${label}: ${countText(copies.length)}`}
              tabIndex={index === stop ? 0 : -1}
              className={key === props.search.acquired ? styles.current : undefined}
            >
              <rect className={styles.space} x={`${index * width}%`} width={`${width}%`} height="100%" />
              <rect
                className={index === peak ? styles.peak : styles.column}
                x={`${(index + 0.1) * width}%`}
                y={`${100 - height}%`}
                width={`${0.8 * width}%`}
                height={`${height}%`}
              />
            </Link>
          )
        })}
        <text
          x={`${place}%`}
          y={`${100 * HEAD}%`}
          dy="-6"
          textAnchor={place < 20 ? 'start' : place > 80 ? 'end' : 'middle'}
        >
          {periods[peak] && `${countText(most)}, ${periods[peak].label}`}
        </text>
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{periods[0]?.label}</span>
        {periods.length > 1 && <span>{periods.at(-1)?.label}</span>}
      </p>
    </div>
  )
}

/** The link that lists the copies of a period. */
function linkTo({ username, search }: Props, key: string) {
  return {
    ...{ to: PROGRESS_ROUTE, params: { username }, search: { ...search, acquired: key } },
    ...{ replace: true, resetScroll: false },
  } as const
}

function countText(copies: number): string {
  return `${formatCount(copies)} ${copies === 1 ? 'copy' : 'copies'}`
}
