import { Fragment, type KeyboardEvent, useRef } from 'react'
import styles from './decade-range.module.css'
import { yearsText } from './filter-texts.ts'

interface Props {
  from: number | undefined
  to: number | undefined
  /** The films of each decade, by its first year. */
  counts: Record<string, number>
  /** @param replace whether the slider goes on moving: the range takes the place of the last one in the history. */
  onChange: (from: number | undefined, to: number | undefined, replace: boolean) => void
}

const FIRST = 1910
const LAST = 2020
const DECADES = Array.from({ length: (LAST - FIRST) / 10 + 1 }, (_, index) => FIRST + 10 * index)
/** The height of the highest bar, and of the chart with the number above it, in pixels. */
const HEIGHT = 60
const FOOT = 74

/** A range of decades as a chart under two sliders. A range that ends at an end of the chart is open. */
export function DecadeRange({ from, to, counts, onChange }: Props) {
  const start = Math.min(Math.max(decadeOf(from ?? FIRST), FIRST), LAST)
  const end = Math.min(Math.max(decadeOf(to ?? LAST), start), LAST)
  const most = Math.max(1, ...DECADES.map((decade) => counts[decade] ?? 0))
  const isAll = from === undefined && to === undefined

  const isMoving = useRef(false)

  function change(first: number, last: number) {
    onChange(first <= FIRST ? undefined : first, last >= LAST ? undefined : last + 9, isMoving.current)
    isMoving.current = true
  }

  const rest = () => {
    isMoving.current = false
  }
  const gesture = {
    onPointerDown: rest,
    onKeyDown: ({ repeat }: KeyboardEvent) => repeat || rest(),
    onFocus: rest,
  }

  return (
    <div className={styles.range}>
      <p className={styles.years}>{isAll ? 'All years' : yearsText(from, to)}</p>
      <svg className={styles.chart} height={FOOT} aria-hidden="true">
        {DECADES.map((decade, index) => {
          const films = counts[decade] ?? 0
          const height = films === 0 ? 0 : Math.max(1.5, (HEIGHT * films) / most)
          const isIn = !isAll && decade >= start && decade <= end
          return (
            <Fragment key={decade}>
              <rect
                className={isIn ? styles.chosen : styles.bar}
                x={percent(index + 0.04)}
                y={FOOT - height}
                width={percent(0.92)}
                height={height}
              >
                <title>{`${decade}s: ${films}`}</title>
              </rect>
              {isIn && (
                <text className={styles.count} x={percent(index + 0.5)} y={FOOT - height - 4}>
                  {films}
                </text>
              )}
            </Fragment>
          )
        })}
        {!isAll && (
          <rect
            className={styles.between}
            x={percent((start - FIRST) / 10)}
            y={FOOT - 2}
            width={percent((end - start) / 10 + 1)}
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
          {...gesture}
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
          {...gesture}
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

/** The width of a number of decades, as a share of the chart's. */
function percent(decades: number): string {
  return `${(100 * decades) / DECADES.length}%`
}

function decadeOf(year: number): number {
  return Math.floor(year / 10) * 10
}
