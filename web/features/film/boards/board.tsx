import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { FORMAT_NAMES } from '../../../../domain/film/formats.ts'
import { FIRST_VIEW_ID } from '../../../../domain/first-view.ts'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import { designOf } from '../cover/design.ts'
import palettes from '../cover/palettes.module.css'
import styles from './board.module.css'
import {
  type Board,
  keyOf,
  opensLeft,
  type Pulled,
  plateOf,
  printedTitle,
  type Scale,
  type ShelfDisc,
  type ShelfFilm,
} from './discs.ts'
import { PulledCover } from './pulled-disc.tsx'

interface Props {
  board: Board<ShelfFilm>
  isFirst: boolean
  /** The width of the shelf in pixels; undefined before it is measured. */
  width: number | undefined
  scale: Scale
  /** The disc that is pulled out, if it is one of these. */
  pulled: Pulled | undefined
  outlinesUnowned: boolean
  /** Whether its discs are drawn; otherwise the board keeps its space. */
  isDrawn: boolean
}

/** A board with its discs. Memoized, because only the boards of the discs that come out and go back change. */
export const ShelfBoard = memo(function ShelfBoard(props: Props) {
  const { board, isFirst, width, scale, pulled, outlinesUnowned, isDrawn } = props
  const { discs, leans } = board
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const stop = Math.min(current, discs.length - 1)
  const isMeasured = width !== undefined
  const out = pulled === undefined ? -1 : discs.findIndex((disc) => keyOf(disc) === pulled.key)
  const isLeft = opensLeft(board, out, pulled?.fromLeft ?? false, scale, width ?? 0)

  function move(event: KeyboardEvent) {
    const step = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: discs.length - 1 }[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const target = Math.min(Math.max(step, 0), discs.length - 1)
    setCurrent(target)
    list.current?.querySelectorAll('a')[target]?.focus()
  }

  const range = rangeOf(discs)
  const count = `${discs.length} ${discs.length === 1 ? 'disc' : 'discs'}`
  const isHigh = discs[0]?.format === 'laserdisc'
  return (
    <div
      className={[
        styles.board,
        isHigh && styles.high,
        out >= 0 && styles.open,
        !isMeasured && styles.unmeasured,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <ul
        ref={list}
        id={isFirst ? FIRST_VIEW_ID : undefined}
        aria-label={isMeasured ? `${range}, ${count}` : 'Discs'}
        className={[styles.discs, leans && styles.leans].filter(Boolean).join(' ')}
        onKeyDown={move}
      >
        {(isDrawn ? discs : []).map((disc, index) => (
          <Disc
            key={keyOf(disc)}
            disc={disc}
            scale={scale}
            isStop={!isMeasured || index === stop}
            isOutline={outlinesUnowned && disc.film.owned === false}
            opens={index === out ? (isLeft ? 'left' : 'right') : undefined}
            index={index}
            onFocus={setCurrent}
          />
        ))}
      </ul>
      <p className={styles.foot} aria-hidden="true">
        {isMeasured && <span>{range}</span>}
        {isMeasured && <span>{count}</span>}
      </p>
    </div>
  )
})

/** The label of a board: the first and last spine if the spines are in order, otherwise the first and last title. */
function rangeOf(discs: readonly ShelfDisc<ShelfFilm>[]): string {
  const spines = discs.map(({ film }) => film.spine)
  const follow = (a: number, b: number | undefined) => b === undefined || a <= b
  const ascends = spines.every((spine, index) => follow(spine, spines[index + 1]))
  const descends = spines.toReversed().every((spine, index, all) => follow(spine, all[index + 1]))
  const [first, last] = [discs[0]?.film, discs.at(-1)?.film]
  if (!first || !last) return ''
  const [from, to] = ascends || descends ? [first.spine, last.spine] : [first.title, last.title]
  return from === to ? `${from}` : `${from} – ${to}`
}

interface DiscProps {
  disc: ShelfDisc<ShelfFilm>
  scale: Scale
  index: number
  /** Whether the Tab key reaches it. */
  isStop: boolean
  isOutline: boolean
  /** The side of the cover, if the disc is pulled out. */
  opens: 'left' | 'right' | undefined
  onFocus: (index: number) => void
}

const Disc = memo(function Disc({ disc, scale, index, isStop, isOutline, opens, onFocus }: DiscProps) {
  const { film, format, box } = disc
  return (
    <li
      data-disc={keyOf(disc)}
      className={[
        styles.case,
        styles[format],
        box && styles[`box${box}`],
        styles[plateOf(disc, scale)],
        palettes[designOf(film.spine).palette],
        isOutline && styles.outline,
        opens && styles.out,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <FilmLink
        spine={film.spine}
        className={styles.disc}
        tabIndex={isStop ? undefined : -1}
        onFocus={() => onFocus(index)}
      >
        {/* Not as a label, which would have to contain the shortened title. */}
        <span className={styles.name}>{`${film.title}, ${FORMAT_NAMES[format]}, spine ${film.spine}`}</span>
        <span className={styles.title} aria-hidden="true">
          {printedTitle(disc, scale)}
        </span>
        <span className={styles.plate} aria-hidden="true">
          {film.spine}
        </span>
        {opens && <PulledCover disc={disc} opens={opens} />}
      </FilmLink>
    </li>
  )
})
