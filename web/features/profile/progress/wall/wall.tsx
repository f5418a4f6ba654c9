import { useRouter } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatCount } from '../../../../../domain/film/format-count.ts'
import { FORMAT_LABELS, FORMAT_NAMES, FORMATS } from '../../../../../domain/film/formats.ts'
import { filmPath } from '../../../../../domain/paths.ts'
import { Ticket } from '../../../../ui/disc/ticket.tsx'
import { FilmLink } from '../../../../ui/link/film-link.tsx'
import { ChartSection } from '../chart-section.tsx'
import { NumbersTable } from '../numbers-table.tsx'
import type { WallFilm } from '../progress.ts'
import { BOARD, boardsOf, type Cell, cellOf, HALF, moved } from './boards.ts'
import styles from './wall.module.css'

interface Props {
  /** By spine, at least one. */
  films: readonly WallFilm[]
  renderCover: (film: WallFilm) => ReactNode
}

/** The cells in the order of the legend. */
const CELLS: readonly Cell[] = [...FORMATS.toReversed(), 'none']
const CELL_NAMES: Record<Cell, string> = { ...FORMAT_NAMES, none: 'Not owned' }

/** Every spine by number, in the best format owned. */
export function Wall({ films, renderCover }: Props) {
  const boards = useMemo(() => boardsOf(films), [films])
  const counts = countCells(films)
  return (
    <ChartSection
      name="wall"
      heading="The wall"
      note="Every spine by number, in the best format owned"
      chart={
        <>
          <ul className={styles.legend} aria-label="Titles by best format">
            {CELLS.map((cell) => (
              <li key={cell}>
                <svg className={styles.sample} aria-hidden="true">
                  <Mark cell={cell} x="0" width="100%" />
                </svg>
                {CELL_NAMES[cell]} <strong>{formatCount(counts[cell])}</strong>
              </li>
            ))}
          </ul>
          <Boards films={films} boards={boards} renderCover={renderCover} />
        </>
      }
      table={
        <NumbersTable
          caption="The wall"
          heads={['Spines', ...FORMATS.toReversed().map((format) => FORMAT_LABELS[format]), CELL_NAMES.none]}
          rows={boards.map(({ first, halves }) => {
            const counts = countCells(halves.flat())
            return {
              key: String(first),
              name: `${formatCount(first)}–${formatCount(first + BOARD - 1)}`,
              cells: CELLS.map((cell) => formatCount(counts[cell])),
            }
          })}
        />
      }
    />
  )
}

function countCells(films: readonly WallFilm[]): Record<Cell, number> {
  const counts: Record<Cell, number> = { none: 0, laserdisc: 0, dvd: 0, bluray: 0, bluray_4k: 0 }
  for (const film of films) counts[cellOf(film)]++
  return counts
}

interface BoardsProps extends Props {
  boards: ReturnType<typeof boardsOf>
}

/** The boards are one tab stop. Pointing at a spine, or moving to it, shows its slip. */
function Boards({ films, boards, renderCover }: BoardsProps) {
  const router = useRouter()
  const wall = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(films[0]?.spine)
  const [shown, setShown] = useState<number>()
  // A finger is too broad to open a film at once: it shows the slip, and the next tap opens the film.
  const isTouch = useRef(false)
  const shownBefore = useRef<number>(undefined)
  const index = Math.max(
    films.findIndex(({ spine }) => spine === stop),
    0,
  )
  const current = films[index]?.spine ?? 0
  const film = films.find(({ spine }) => spine === shown)

  function move(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') setShown(undefined)
    const target = films[moved(event.key, films, index, spinesInRow()) ?? -1]
    if (!target) return
    event.preventDefault()
    setStop(target.spine)
    linkTo(target.spine)?.focus()
  }

  function linkTo(spine: number): SVGAElement | null {
    return wall.current?.querySelector<SVGAElement>(`a[href="${filmPath(spine)}"]`) ?? null
  }

  function spinesInRow(): number {
    const [first, second] = wall.current?.querySelectorAll('svg') ?? []
    return first && second && first.getBoundingClientRect().top === second.getBoundingClientRect().top
      ? BOARD
      : HALF
  }

  function showFocused({ target }: FocusEvent) {
    const spine = films.find((film) => target === linkTo(film.spine))?.spine
    if (spine === undefined) return
    setStop(spine)
    setShown(spine)
  }

  function point(event: PointerEvent) {
    isTouch.current = event.pointerType !== 'mouse'
    const spine = spineAt(event)
    if (films.some((film) => film.spine === spine)) setShown(spine)
  }

  function leave(event: PointerEvent) {
    if (event.pointerType === 'mouse') setShown(undefined)
  }

  function open(event: MouseEvent) {
    const link: Element | null = (event.target as Element).closest('a')
    if (!link) return
    // A click by the Enter key has the detail 0.
    const isFirstTap = isTouch.current && event.detail > 0 && link !== linkTo(shownBefore.current ?? 0)
    if (isFirstTap) event.preventDefault()
    else if (!event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      void router.navigate({ href: link.getAttribute('href') ?? '' })
    }
  }

  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links within it have the focus */}
      <div
        ref={wall}
        className={styles.wall}
        onKeyDown={move}
        onFocus={showFocused}
        onBlur={() => isTouch.current || setShown(undefined)}
        onPointerDown={(event) => {
          shownBefore.current = shown
          point(event)
        }}
        onPointerMove={point}
        onPointerLeave={leave}
        onClick={open}
      >
        {boards.map(({ first, halves }) => (
          <div className={styles.board} key={first}>
            <span className={styles.number} aria-hidden="true">
              {formatCount(first)}
            </span>
            {halves.map((films, half) => {
              const start = first + half * HALF
              const isHere = (spine: number | undefined) => films.some((film) => film.spine === spine)
              return (
                <HalfBoard
                  key={start}
                  first={start}
                  films={films}
                  stop={isHere(current) ? current : undefined}
                  shown={isHere(shown) ? shown : undefined}
                />
              )
            })}
          </div>
        ))}
      </div>
      <Slip film={film} wall={wall} linkTo={linkTo} renderCover={renderCover} />
    </div>
  )
}

/** The spine at the place of a pointer, whether or not there is a film. */
function spineAt({ target, clientX, clientY, pointerType }: PointerEvent): number | undefined {
  // A finger that moves stays with the element on which it began.
  const element = pointerType === 'mouse' ? (target as Element) : document.elementFromPoint(clientX, clientY)
  const board = element?.closest<SVGSVGElement>('svg[data-first]')
  if (!board) return undefined
  const { left, width } = board.getBoundingClientRect()
  return Number(board.dataset.first) + Math.floor(((clientX - left) / width) * HALF)
}

interface HalfBoardProps {
  first: number
  films: readonly WallFilm[]
  /** The spine that the Tab key reaches, if it is here. */
  stop: number | undefined
  /** The spine whose slip is shown, if it is here. */
  shown: number | undefined
}

/** Fifty spines. Memoized, because only those change between which one moves. */
const HalfBoard = memo(function HalfBoard({ first, films, stop, shown }: HalfBoardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      className={styles.half}
      role="group"
      aria-label={`Spines ${first} to ${first + HALF - 1}`}
      data-first={first}
    >
      {films.map((film) => {
        const cell = cellOf(film)
        return (
          <a
            key={film.spine}
            href={filmPath(film.spine)}
            aria-label={`${film.title}, spine ${film.spine}: ${ownedText(film)}`}
            className={film.spine === shown ? styles.shown : undefined}
            tabIndex={film.spine === stop ? 0 : -1}
          >
            <Mark
              cell={cell}
              x={`${(film.spine - first) * PLACE + PLACE * 0.1}%`}
              width={`${PLACE * 0.8}%`}
            />
          </a>
        )
      })}
    </svg>
  )
})

/** The width of a place on a half board, in percent. */
const PLACE = 100 / HALF

/** The heights of the cells in percent, so that no format is told by its colour alone; 4K has a band, too. */
const HEIGHTS: Record<Cell, number> = { laserdisc: 98, dvd: 84, bluray: 76, bluray_4k: 76, none: 58 }

function Mark({ cell, x, width }: { cell: Cell; x: string; width: string }) {
  const y = 100 - HEIGHTS[cell]
  return (
    <>
      <rect className={styles[cell]} x={x} y={`${y}%`} width={width} height={`${HEIGHTS[cell]}%`} />
      {cell === 'bluray_4k' && (
        <rect className={styles.band} x={x} y={`${y + 14}%`} width={width} height="9%" />
      )}
    </>
  )
}

function ownedText({ owned }: WallFilm): string {
  return owned.length === 0
    ? 'not owned'
    : `owned on ${owned.map((format) => FORMAT_NAMES[format]).join(', ')}`
}

interface SlipProps {
  film: WallFilm | undefined
  wall: RefObject<HTMLDivElement | null>
  linkTo: (spine: number) => SVGAElement | null
  renderCover: Props['renderCover']
}

const SLIP_GAP = 8

/** The film of the spine under the pointer: below it, and on a phone below the wall, where its space is reserved. */
function Slip({ film, wall, linkTo, renderCover }: SlipProps) {
  const slip = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const cell = film && linkTo(film.spine)?.getBoundingClientRect()
    const within = wall.current?.getBoundingClientRect()
    if (!slip.current || !cell || !within) return
    const most = within.width - slip.current.offsetWidth
    const left = cell.left + cell.width / 2 - within.left - slip.current.offsetWidth / 2
    slip.current.style.left = `${Math.min(Math.max(left, 0), most)}px`
    slip.current.style.top = `${cell.bottom - within.top + SLIP_GAP}px`
  })

  return (
    <div ref={slip} className={film ? styles.slip : `${styles.slip} ${styles.noSlip}`}>
      {film ? (
        <>
          <div className={styles.cover} aria-hidden="true">
            {renderCover(film)}
          </div>
          <div className={styles.words} aria-hidden="true">
            <strong>{film.title}</strong>
            <span>{[film.director, film.year].filter(Boolean).join('\u2009·\u2009')}</span>
            <span className={styles.tickets}>
              {film.owned.map((format) => (
                <Ticket key={format} printed>
                  {FORMAT_LABELS[format]}
                </Ticket>
              ))}
              {film.owned.length === 0 && 'Not owned'}
            </span>
          </div>
          <FilmLink spine={film.spine} className={styles.open} tabIndex={-1}>
            Open<span className="visually-hidden"> {film.title}</span>
            <ArrowRight aria-hidden="true" strokeWidth={1.75} />
          </FilmLink>
        </>
      ) : (
        <p className={styles.hint}>Move a finger along the wall to see each title.</p>
      )}
    </div>
  )
}
