import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { FORMAT_LABELS, FORMAT_NAMES, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { type Filters, formatFilters, MINE, timeText } from '../../../../domain/filters/filters.ts'
import { PART_OF_MARK, PARTS } from '../../../../domain/profile-parts.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Ticket } from '../../../ui/disc/ticket.tsx'
import { CLEARED_FILTERS, filtersOf, hasFilters, type View } from '../toolbar/view.ts'
import { DecadeRange } from './decade-range.tsx'
import { type FilterCounts, type Filtered, filterCountsQuery, personOf } from './filter-counts.ts'
import styles from './filter-panel.module.css'
import { MINE_LABELS, TIMES } from './filter-texts.ts'
import { NameOptions } from './name-options.tsx'
import { Option } from './option.tsx'
import { setTitlesQuery } from './sets-query.ts'

interface Props {
  id: string
  view: View
  /** Whose films are filtered, if not those of the catalogue. */
  filtered: Filtered | undefined
  /** @param replace whether the change replaces the view in the history. */
  onChange: (change: Partial<View>, replace?: boolean) => void
  onClose: () => void
}

/** All filters with the number of films that each option leaves: beside the list, and on a phone as a sheet. */
export function FilterPanel({ id, view, filtered, onChange, onClose }: Props) {
  const { data: counts, isError, refetch } = useQuery(filterCountsQuery(view, filtered))
  const person = personOf(filtered)
  const { data: titles = {} } = useQuery(setTitlesQuery())
  const filters = filtersOf(view)
  const parts = person ? (person.parts ?? PARTS) : []
  const set = (change: Partial<Filters>, replace?: boolean) =>
    onChange(formatFilters({ ...filters, ...change }), replace)
  const clear = hasFilters(view) && (
    <button type="button" className={styles.clear} onClick={() => onChange(CLEARED_FILTERS)}>
      Clear all
    </button>
  )
  return (
    <Sheet
      id={id}
      onClose={onClose}
      foot={
        <>
          {clear || <span />}
          <Button onClick={onClose}>
            {counts
              ? `Show ${formatCount(counts.films)} ${counts.films === 1 ? 'title' : 'titles'}`
              : 'Show titles'}
          </Button>
        </>
      }
    >
      {isError && !counts && (
        <div className={styles.group}>
          <p role="status">The titles could not be counted.</p>
          <Button small onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      <fieldset className={styles.group}>
        <legend>Available on</legend>
        <FormatOptions
          chosen={filters.available}
          counts={counts?.available}
          nameOf={(format) => `Available on ${FORMAT_NAMES[format]}`}
          onChange={(available) => set({ available })}
        />
        <Option
          label="In print only"
          count={counts?.in_print}
          checked={filters.inPrint}
          onChange={(inPrint) => set({ inPrint })}
        />
      </fieldset>
      {person && parts.length > 0 && (
        <fieldset className={styles.group}>
          <legend>{person.isOwn ? 'On my shelf' : 'On this shelf'}</legend>
          {MINE.filter((mine) => parts.includes(PART_OF_MARK[mine])).map((mine) => (
            <Option
              key={mine}
              label={MINE_LABELS[mine]}
              count={counts?.marks?.mine[mine]}
              checked={filters.mine.includes(mine)}
              onChange={(on) => set({ mine: toggled(filters.mine, mine, on) })}
            />
          ))}
          {parts.includes('collection') && (
            <>
              <p className={styles.sub}>Owned on</p>
              <FormatOptions
                chosen={filters.owned}
                counts={counts?.marks?.owned}
                nameOf={(format) => `Owned on ${FORMAT_NAMES[format]}`}
                onChange={(owned) => set({ owned })}
              />
            </>
          )}
        </fieldset>
      )}
      <fieldset className={styles.group}>
        <legend>Decade</legend>
        <DecadeRange
          from={filters.from}
          to={filters.to}
          counts={counts?.decades ?? {}}
          onChange={(from, to, replace) => set({ from, to }, replace)}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Country</legend>
        <NameOptions
          counts={counts?.countries}
          chosen={filters.countries}
          onChange={(countries) => set({ countries })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Director</legend>
        <NameOptions
          find="Find a director"
          counts={counts?.directors}
          chosen={filters.directors}
          onChange={(directors) => set({ directors })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Running time</legend>
        {TIMES.map((time) => {
          const { label, ...range } = time
          const isSame = (other: typeof range) => timeText(other) === timeText(range)
          return (
            <Option
              key={label}
              label={label}
              count={counts && minutesBetween(counts, range)}
              checked={filters.times.some(isSame)}
              onChange={(on) =>
                set({ times: [...filters.times.filter((other) => !isSame(other)), ...(on ? [range] : [])] })
              }
            />
          )
        })}
      </fieldset>
      {Object.keys(titles).length > 0 && (
        <fieldset className={styles.group}>
          <legend>Box set</legend>
          <NameOptions
            find="Find a box set"
            counts={counts?.sets}
            labels={titles}
            chosen={filters.sets.map(String)}
            onChange={(sets) => set({ sets: sets.map(Number) })}
          />
        </fieldset>
      )}
    </Sheet>
  )
}

function minutesBetween(
  { running_times }: FilterCounts,
  { from, to }: { from: number; to?: number },
): number {
  return Object.entries(running_times)
    .filter(([first]) => Number(first) >= from && (to === undefined || Number(first) <= to))
    .reduce((sum, [, films]) => sum + films, 0)
}

function toggled<Value>(values: readonly Value[], value: Value, on: boolean): Value[] {
  return on ? [...values, value] : values.filter((other) => other !== value)
}

interface FormatProps {
  chosen: readonly Format[]
  counts: Record<Format, number> | undefined
  nameOf: (format: Format) => string
  onChange: (formats: Format[]) => void
}

function FormatOptions({ chosen, counts, nameOf, onChange }: FormatProps) {
  return (
    <div className={styles.formats}>
      {FORMATS.map((format) => {
        const isChosen = chosen.includes(format)
        return (
          <label key={format}>
            <input
              type="checkbox"
              aria-label={nameOf(format)}
              checked={isChosen}
              onChange={(event) => onChange(toggled(chosen, format, event.target.checked))}
            />
            <Ticket printed={isChosen}>{FORMAT_LABELS[format]}</Ticket>
            <span className={styles.count}>{counts && formatCount(counts[format])}</span>
          </label>
        )
      })}
    </div>
  )
}

const NARROW = '(width < 60rem)'

/** A column beside the list; where there is no room for one, a dialog that covers it. */
function Sheet({
  id,
  onClose,
  children,
  foot,
}: {
  id: string
  onClose: () => void
  children: ReactNode
  foot: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isNarrow = useSyncExternalStore(
    (listener) => {
      const media = matchMedia(NARROW)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(NARROW).matches,
  )

  useLayoutEffect(() => {
    const { current } = dialog
    if (!isNarrow || !current) return
    current.showModal()
    // Gives the focus back before the element is removed.
    return () => current.close()
  }, [isNarrow])

  if (!isNarrow) {
    return (
      <section id={id} className={styles.panel} aria-label="Filters">
        {children}
      </section>
    )
  }
  return (
    <dialog ref={dialog} id={id} className={styles.sheet} aria-labelledby={`${id}-title`} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={`${id}-title`}>Filters</h2>
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" strokeWidth={1.75} />
        </button>
      </div>
      <div className={styles.groups}>{children}</div>
      <div className={styles.foot}>{foot}</div>
    </dialog>
  )
}
