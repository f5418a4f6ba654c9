import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { useIsHydrated } from '../../../ui/use-is-hydrated.ts'
import { PAGE_SIZE } from '../films/film-pages.ts'
import type { CatalogueFilm } from '../films/films-query.ts'
import { usePrinting } from '../grid/use-printing.ts'
import type { View } from '../toolbar/view.ts'
import styles from './film-list.module.css'
import { ListHead } from './list-head.tsx'
import { ListRow, type RowRendering } from './list-row.tsx'
import { SelectBox } from './select-box.tsx'
import type { Selecting } from './use-selection.ts'

interface Props<Film> extends RowRendering<Film> {
  films: readonly Film[]
  /** The number of films in the whole list. */
  total: number
  /** True while these films are about to be replaced. */
  busy: boolean
  view: View
  /** The selection; undefined if rows cannot be selected. */
  selecting: Selecting | undefined
  /** The heads of the columns with formats and with marks. */
  heads: { formats: ReactNode; marks: readonly ReactNode[] }
  /** Whether the formats of two people stand side by side. */
  isWide?: boolean
  /** What follows the table and shares its keys, such as what can be done with the selection. */
  children?: ReactNode
}

/** The rows that a window shows at most. With the controls of more of them, an answer would take twice as long. */
const IN_WINDOW = 24
/** An answer that comes sooner replaces the former films without dimming them, which would draw them once more. */
const DIMMED_AFTER_MS = 150

const MARK_KEYS = new Set(['1', '2', '3', '4', 'w', 's'])

/**
 * Films as a dense table whose head sorts it. One row has the tab stop. The arrow keys move between rows and within one,
 * Enter opens the film, Space selects it, Shift extends the selection, Escape clears it, and single keys tick.
 */
export function FilmList<Film extends CatalogueFilm>({
  films,
  total,
  busy,
  view,
  selecting,
  heads,
  isWide = false,
  children,
  ...rendering
}: Props<Film>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [chosen, setCurrent] = useState(0)
  const current = Math.min(chosen, films.length - 1)
  const isHydrated = useIsHydrated()
  const printing = usePrinting()
  const isDimmed = useIsLong(busy, DIMMED_AFTER_MS)
  // The server renders the first page completely.
  const whole = isHydrated ? IN_WINDOW : PAGE_SIZE
  const selected = selecting?.films

  function onKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && selecting && selecting.films.size > 0) {
      event.preventDefault()
      selecting.clear()
      // The bar that had the focus is gone.
      if (!body.current?.contains(event.target as Node)) rowAt(current)?.focus()
      return
    }
    const row = (event.target as Element).closest('tr')
    if (row && body.current?.contains(row) && act(event, row)) event.preventDefault()
  }

  /** @returns whether the key did something. */
  function act({ key, shiftKey, target }: KeyboardEvent, row: HTMLElement): boolean {
    const index = indexOf(row)
    const next = targetOf(key, index, films.length - 1)
    if (next !== undefined) {
      setCurrent(next)
      rowAt(next)?.focus()
      if (shiftKey && selecting) selecting.extend(films, next)
      return true
    }
    if (key === 'ArrowLeft' || key === 'ArrowRight') return moveWithin(row, key === 'ArrowRight' ? 1 : -1)
    // If a control in the row has the focus, it handles the other keys.
    if (target !== row) return false
    if (key === ' ' && selecting) {
      select(index, shiftKey)
      return true
    }
    const name = key.toLowerCase()
    if (MARK_KEYS.has(name)) return click(row, `[data-key="${name}"] :is(input, button)`)
    return name === 'enter' && click(row, 'a')
  }

  function select(index: number, isRange: boolean) {
    const film = films[index]
    if (isRange) selecting?.extend(films, index)
    else if (film) selecting?.toggle(film)
  }

  function onBox(event: ChangeEvent<HTMLElement>) {
    const row = event.target.closest('tr')
    if (!row || !('select' in event.target.dataset)) return
    select(indexOf(row), (event.nativeEvent as MouseEvent).shiftKey)
  }

  function rowAt(index: number): HTMLElement | undefined {
    return body.current?.children[index] as HTMLElement | undefined
  }

  function indexOf(row: HTMLElement): number {
    return Array.from(body.current?.children ?? []).indexOf(row)
  }

  const classes = [
    styles.list,
    selecting && styles.selectable,
    rendering.renderMarks.length > 0 && styles.withMarks,
    isWide && styles.wide,
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the grid inside
    <div onKeyDown={onKey}>
      <table
        className={classes.filter(Boolean).join(' ')}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys move between its rows
        role="grid"
        aria-label="Films"
        aria-busy={busy}
        aria-multiselectable={selecting ? true : undefined}
      >
        <ListHead
          view={view}
          formats={heads.formats}
          marks={heads.marks}
          selectAll={
            selecting && (
              <SelectBox
                label={`Select all ${formatCount(total)} titles`}
                checked={selecting.films.size >= total}
                isMixed={selecting.films.size > 0 && selecting.films.size < total}
                onChange={() => (selecting.films.size >= total ? selecting.clear() : selecting.selectAll())}
              />
            )
          }
        />
        <tbody ref={body} className={isDimmed ? styles.busy : undefined} onChange={onBox}>
          {films.map((film, index) => (
            <ListRow
              key={film.id}
              film={film}
              index={index}
              isCurrent={isHydrated ? index === current : undefined}
              isSelected={selected?.has(film.id)}
              isWhole={index < whole || printing}
              onFocus={setCurrent}
              {...rendering}
            />
          ))}
        </tbody>
      </table>
      {children}
    </div>
  )
}

/** Whether `isSo` has been true for `ms` milliseconds. */
function useIsLong(isSo: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLong(true), ms)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isSo, ms])
  return isLong
}

/** Moves the focus between a row and its controls. */
function moveWithin(row: HTMLElement, step: 1 | -1): boolean {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('a, :is(input, button):enabled')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  next?.focus()
  return next !== undefined
}

function click(row: Element, selector: string): boolean {
  row.querySelector<HTMLElement>(selector)?.click()
  return true
}

function targetOf(key: string, index: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'ArrowDown':
      return Math.min(index + 1, last)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
