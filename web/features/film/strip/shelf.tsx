import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import { designOf } from '../cover/design.ts'
import palettes from '../cover/palettes.module.css'
import { type Disc, spineTitle } from './disc.ts'
import styles from './shelf.module.css'

interface Props {
  discs: readonly Disc[]
  /** The index of the disc that is pulled out; none without it. */
  current?: number
}

/** How many discs may stand before the one that is pulled out while the shelf cannot be scrolled, by the window's width. */
const NEAR = [8, 16, 24] as const

/** Discs on a shelf: one tab stop, with the arrow keys between them. */
export function Shelf({ discs, current }: Props) {
  const shelf = useRef<HTMLUListElement>(null)
  const [focusable, setFocusable] = useState<number>()

  useLayoutEffect(() => {
    if (current !== undefined && discs.length > 0 && shelf.current) showAllInPlace(shelf.current, current)
    // Without a script the Tab key reaches every disc.
    setFocusable(current ?? 0)
  }, [discs.length, current])

  function moveFocus(event: KeyboardEvent) {
    if (focusable === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const target = targetOf(event.key, focusable, discs.length - 1)
    if (target === undefined) return
    event.preventDefault()
    setFocusable(target)
    shelf.current?.children[target]?.querySelector('a')?.focus()
  }

  return (
    <ul ref={shelf} className={styles.shelf} onKeyDown={moveFocus}>
      {discs.map((disc, index) => (
        <li key={disc.spine} className={classOf(disc, current === undefined ? 0 : current - index)}>
          <FilmLink
            spine={disc.spine}
            className={styles.disc}
            title={disc.title}
            aria-current={index === current ? 'page' : undefined}
            tabIndex={focusable === undefined || index === focusable ? undefined : -1}
          >
            <span className={styles.plate}>{disc.spine}</span>
            <Title disc={disc} />
          </FilmLink>
        </li>
      ))}
    </ul>
  )
}

/** The title as it is printed on the case, and for a screen reader as a whole. */
function Title({ disc }: { disc: Disc }) {
  const printed = spineTitle(disc)
  if (printed === disc.title) return <span className={styles.title}>{printed}</span>
  return (
    <>
      <span className={styles.title} aria-hidden="true">
        {printed}
      </span>
      <span className="visually-hidden">{disc.title}</span>
    </>
  )
}

/** @param distance how many discs before the pulled-out one this one stands. */
function classOf({ spine, case: box }: Disc, distance: number): string {
  const far = NEAR.filter((near) => distance > near).length
  return [
    styles.case,
    styles[box],
    palettes[designOf(spine).palette],
    far > 0 && styles[`far${far}`],
    // Four digits are wider than a case.
    spine > 999 && styles.turned,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Shows the discs that the style sheet hides so that the pulled-out one is in view without scrolling, and scrolls so that
 * no disc moves.
 */
function showAllInPlace(shelf: HTMLUListElement, current: number): void {
  const left = () => (shelf.children[current] as HTMLElement).offsetLeft
  const before = left()
  shelf.dataset.all = ''
  const scrolled = left() - before
  // Near the end of the catalogue there are too few discs to scroll that far.
  const missing = scrolled - (shelf.scrollWidth - shelf.clientWidth)
  if (missing > 0) shelf.style.setProperty('--empty', `${missing}px`)
  shelf.scrollLeft = scrolled
}

function targetOf(key: string, from: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(from - 1, 0)
    case 'ArrowRight':
      return Math.min(from + 1, last)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
