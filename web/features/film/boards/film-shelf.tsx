import { useQuery } from '@tanstack/react-query'
import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { boxSizesQuery } from '../sets/box-sizes-query.ts'
import { ShelfBoard } from './board.tsx'
import {
  type Board,
  boardsOf,
  discsOf,
  keyOf,
  type Pulled,
  type ShelfDisc,
  type ShelfFilm,
  scaleOf,
} from './discs.ts'
import styles from './film-shelf.module.css'
import { PulledSlip } from './pulled-disc.tsx'
import { useIsPhone, useWidth } from './use-size.ts'

interface Props {
  films: readonly ShelfFilm[]
  /** The number of films in the list, of which the last ones may not be read yet. */
  total: number
  /** True while these films are about to be replaced. */
  busy: boolean
  /** Draws only the outline of the films that are not owned. */
  outlinesUnowned?: boolean
}

const REST_MS = 120

/** The boards that fill most windows. */
const FIRST_BOARDS = 4

/**
 * Films as discs on boards. Each board is one tab stop, with the arrow keys between its discs. A disc is pulled out on
 * hover and focus, and by the first tap of a finger; the second one opens the film. It shows its cover, and on a phone
 * fills the slip at the foot of the window.
 */
export function FilmShelf({ films, total, busy, outlinesUnowned = false }: Props) {
  const shelf = useRef<HTMLDivElement>(null)
  const width = useWidth(shelf)
  const isPhone = useIsPhone()
  const { data: filmsInBoxes } = useQuery(boxSizesQuery())
  const discs = useMemo(() => discsOf(films, filmsInBoxes), [films, filmsInBoxes])
  // The size is that of the whole list, so that it does not change as further films are read.
  const scale = scaleOf(Math.max(discs.length, total), isPhone)
  const boards = useMemo(
    () => (width === undefined ? [unmeasured(discs)] : boardsOf(discs, scale, width)),
    [discs, scale, width],
  )
  const drawn = useDrawnBoards(films, boards.length)
  const { pulled, handlers } = usePulledDisc()
  const shown = isPhone && pulled ? discs.find((disc) => keyOf(disc) === pulled.key) : undefined

  return (
    <div
      ref={shelf}
      className={[styles.shelf, styles[scale], busy && styles.busy].filter(Boolean).join(' ')}
      {...handlers}
    >
      {boards.map((board, index) => (
        <ShelfBoard
          key={board.discs[0] ? keyOf(board.discs[0]) : ''}
          board={board}
          isFirst={index === 0}
          width={width}
          scale={scale}
          pulled={board.discs.some((disc) => keyOf(disc) === pulled?.key) ? pulled : undefined}
          outlinesUnowned={outlinesUnowned}
          isDrawn={index < drawn}
        />
      ))}
      {shown && <PulledSlip disc={shown} discKey={keyOf(shown)} />}
    </div>
  )
}

/**
 * Returns how many boards are drawn. After the first ones each further one is a task of its own, because all at once would
 * hold up the page; those that are missing have their height already.
 */
function useDrawnBoards(films: readonly ShelfFilm[], boards: number): number {
  const [{ first, drawn }, setState] = useState({ first: films[0], drawn: FIRST_BOARDS })
  // Another list begins anew.
  if (first !== films[0]) setState({ first: films[0], drawn: FIRST_BOARDS })
  useEffect(() => {
    if (drawn >= boards) return
    const timer = setTimeout(() => setState((state) => ({ ...state, drawn: drawn + 1 })))
    return () => clearTimeout(timer)
  }, [drawn, boards])
  return drawn
}

/** Without a width, as on the server, all discs flow in one list. */
function unmeasured(discs: ShelfDisc<ShelfFilm>[]): Board<ShelfFilm> {
  return { discs, lefts: [], leans: false }
}

/** Returns the disc that is pulled out, and the handlers of the shelf that pull discs out. */
function usePulledDisc() {
  const [pulled, setPulled] = useState<Pulled>()
  const resting = useRef<number>(undefined)
  const mouseX = useRef(0)
  const lastPointer = useRef('')

  const pull = useCallback((key: string | undefined, delay = 0, fromLeft = false) => {
    clearTimeout(resting.current)
    resting.current = window.setTimeout(
      () =>
        setPulled((last) => (last?.key === key ? last : key === undefined ? undefined : { key, fromLeft })),
      delay,
    )
  }, [])
  useEffect(() => () => clearTimeout(resting.current), [])

  const putBack = useEffectEvent((event: Event) => {
    if (event instanceof globalThis.KeyboardEvent ? event.key === 'Escape' : !discAt(event.target))
      pull(undefined)
  })
  useEffect(() => {
    if (pulled === undefined) return
    document.addEventListener('keydown', putBack)
    document.addEventListener('pointerdown', putBack)
    return () => {
      document.removeEventListener('keydown', putBack)
      document.removeEventListener('pointerdown', putBack)
    }
  }, [pulled])

  return {
    pulled,
    handlers: {
      onPointerDown({ pointerType }: PointerEvent) {
        lastPointer.current = pointerType
      },
      onPointerOver({ target, pointerType, clientX }: PointerEvent) {
        if (pointerType === 'mouse') pull(discAt(target), REST_MS, clientX > mouseX.current)
      },
      onPointerMove({ clientX }: PointerEvent) {
        mouseX.current = clientX
      },
      // A finger leaves before each click; what it pulled out stays until another element is touched.
      onPointerLeave({ pointerType }: PointerEvent) {
        if (pointerType === 'mouse') pull(undefined)
      },
      onFocus({ target }: FocusEvent) {
        const key = discAt(target)
        if (key !== undefined && target.matches(':focus-visible')) pull(key, REST_MS)
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) pull(undefined)
      },
      onClickCapture(event: MouseEvent) {
        // In older browsers a click has no pointer type. A click by the Enter key has the detail 0.
        const { pointerType = event.detail === 0 ? '' : lastPointer.current } =
          event.nativeEvent as Partial<globalThis.PointerEvent>
        const key = discAt(event.target)
        if (pointerType !== 'touch' || key === undefined || key === pulled?.key) return
        event.preventDefault()
        pull(key)
      },
    },
  }
}

function discAt(target: EventTarget | null): string | undefined {
  return (target as Element | null)?.closest?.<HTMLElement>('[data-disc]')?.dataset.disc
}
