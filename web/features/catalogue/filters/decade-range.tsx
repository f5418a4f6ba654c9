import styles from './decade-range.module.css'
import { yearsText } from './filter-texts.ts'

interface Props {
  from: number | undefined
  to: number | undefined
  /** The films of each decade, by its first year. */
  counts: Record<string, number>
  onChange: (from: number | undefined, to: number | undefined) => void
}

const FIRST = 1910
const LAST = 2020
const DECADES = Array.from({ length: (LAST - FIRST) / 10 + 1 }, (_, index) => FIRST + 10 * index)
const HEIGHT = 60

/** A range of decades as a chart under two sliders. A range that ends at an end of the chart is open. */
export function DecadeRange({ from, to, counts, onChange }: Props) {
  const start = Math.min(Math.max(decadeOf(from ?? FIRST), FIRST), LAST)
  const end = Math.min(Math.max(decadeOf(to ?? LAST), start), LAST)
  const most = Math.max(1, ...DECADES.map((decade) => counts[decade] ?? 0))
  const isAll = from === undefined && to === undefined

  function change(first: number, last: number) {
    onChange(first <= FIRST ? undefined : first, last >= LAST ? undefined : last + 9)
  }

  return (
    <div className={styles.range}>
      <p className={styles.years}>{isAll ? 'All years' : yearsText(from, to)}</p>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${DECADES.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {DECADES.map((decade, index) => {
          const films = counts[decade] ?? 0
          const height = films === 0 ? 0 : Math.max(1.5, (HEIGHT * films) / most)
          const isIn = !isAll && decade >= start && decade <= end
          return (
            <rect
              key={decade}
              className={isIn ? styles.chosen : styles.bar}
              x={index * 10 + 0.4}
              y={HEIGHT - height}
              width={9.2}
              height={height}
            >
              <title>{`${decade}s: ${films}`}</title>
            </rect>
          )
        })}
        {!isAll && (
          <rect
            className={styles.between}
            x={start - FIRST}
            y={HEIGHT - 2}
            width={end - start + 10}
            height={2}
          />
        )}
      </svg>
      <div className={styles.sliders}>
        <input
          type="range"
          aria-label="From the decade"
          aria-valuetext={`${start}s, ${counts[start] ?? 0} films`}
          min={FIRST}
          max={LAST}
          step={10}
          value={start}
          onChange={(event) => change(Math.min(Number(event.target.value), end), end)}
        />
        <input
          type="range"
          aria-label="To the decade"
          aria-valuetext={`${end}s, ${counts[end] ?? 0} films`}
          min={FIRST}
          max={LAST}
          step={10}
          value={end}
          onChange={(event) => change(start, Math.max(Number(event.target.value), start))}
        />
      </div>
      <p className={styles.ends} aria-hidden="true">
        <span>{FIRST}s</span>
        <span>{LAST}s</span>
      </p>
    </div>
  )
}

function decadeOf(year: number): number {
  return Math.floor(year / 10) * 10
}
