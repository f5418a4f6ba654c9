import type { Node } from '@takumi-rs/core'
import { PAGE_TITLES } from '../../domain/page-titles.ts'
import { PICTURE_SIZE } from '../../domain/pictures.ts'
import { fitTitle } from '../features/film/cover/fit-title.ts'
import { breakLines, cutIntoPieces, fillLines } from '../features/film/cover/line-breaks.ts'
import { ems } from '../features/film/cover/type-widths.ts'
import { INK, PAPER, QUIET } from './colours.ts'
import { box, DISPLAY, SANS_TEXT, text } from './nodes.ts'

export const MARGIN = 56
export const INNER_WIDTH = PICTURE_SIZE.width - 2 * MARGIN
/** Covers and discs stand on a rule across the whole picture, as on the page of a film. */
export const RULE_TOP = 550
const RULE_HEIGHT = 3

/** The name of the site, for the line below the rule. */
export const WORDMARK = text(PAGE_TITLES.home, { ...DISPLAY, fontSize: 27 })

/** A line of quiet text below the rule. */
export function footNote(words: string): Node {
  return text(words, { fontSize: 24, color: QUIET })
}

/** A picture: its content above the rule, and a line below it. */
export function sheet(content: Node[], foot: Node[]): Node {
  return box(
    {
      ...PICTURE_SIZE,
      ...SANS_TEXT,
      position: 'relative',
      overflow: 'hidden',
      backgroundColor: PAPER,
      color: INK,
    },
    [
      ...content,
      box({
        position: 'absolute',
        left: 0,
        top: RULE_TOP,
        width: PICTURE_SIZE.width,
        height: RULE_HEIGHT,
        backgroundColor: INK,
      }),
      box(
        {
          position: 'absolute',
          left: MARGIN,
          top: RULE_TOP + RULE_HEIGHT,
          width: INNER_WIDTH,
          height: PICTURE_SIZE.height - RULE_TOP - RULE_HEIGHT,
          alignItems: 'center',
          justifyContent: 'space-between',
        },
        foot,
      ),
    ],
  )
}

interface Room {
  width: number
  height: number
  /** The sizes to choose from, the largest first. */
  sizes: readonly number[]
}

const LEADING = 1.04

/** Sets a heading as large as there is room for, in as few lines as that allows. */
export function heading(words: string, { width, height, sizes }: Room): Node {
  const pieces = cutIntoPieces(words)
  for (const size of sizes) {
    for (let count = 1; count * size * LEADING <= height; count++) {
      const lines = breakLines(pieces, count, width / size)
      if (lines) return set(lines, size, width)
    }
  }
  const size = sizes.at(-1) ?? 0
  const measure = width / size
  const room = Math.floor(height / (size * LEADING))
  const lines = fillLines(pieces, measure)
  const cut = lines.length > room ? [...lines.slice(0, room - 1), lines.slice(room - 1).join(' ')] : lines
  return set(
    cut.map((line) => fitTitle(line, measure)),
    size,
    width,
  )
}

/** Each line is a text of its own, so that a single word that is too long is cut off. */
function set(lines: string[], fontSize: number, width: number): Node {
  const cutOff = { maxWidth: width, overflow: 'hidden', textOverflow: 'ellipsis' }
  return box(
    { flexDirection: 'column' },
    lines.map((line) => text(line, { ...DISPLAY, fontSize, ...(ems(line) * fontSize > width && cutOff) })),
  )
}
