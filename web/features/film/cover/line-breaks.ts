import { ems } from './type-widths.ts'

/** A text cut where a line may end, and the position of each piece along one unbroken line, in ems. */
interface Pieces {
  texts: string[]
  starts: number[]
  /** Without a trailing space. */
  ends: number[]
}

/** Lines may end at a space, but not before a slash, and after a dash or slash without spaces. */
export function cutIntoPieces(text: string): Pieces {
  const texts = text.split(/(?<= )(?!\/)|(?<=[—/])(?! )/)
  const starts: number[] = []
  const ends: number[] = []
  let position = 0
  for (const piece of texts) {
    starts.push(position)
    ends.push(position + ems(piece.trimEnd()))
    position += ems(piece)
  }
  return { texts, starts, ends }
}

/**
 * Breaks a text into exactly `count` lines of at most `measure` ems, as even as possible, never inside a word. It
 * prefers a break after a colon, slash or dash and avoids one after an article, preposition or conjunction.
 * @returns undefined if that is impossible.
 */
export function breakLines(pieces: Pieces, count: number, measure: number): string[] | undefined {
  return bestFrom(0, pieces, count, measure)?.lines
}

/** Fills each line before it starts the next; a piece wider than the measure gets its own line. */
export function fillLines({ texts, starts, ends }: Pieces, measure: number): string[] {
  const lines: string[] = []
  let first = 0
  texts.forEach((_, last) => {
    const next = ends[last + 1]
    if (next !== undefined && next - (starts[first] ?? 0) <= measure) return
    lines.push(
      texts
        .slice(first, last + 1)
        .join('')
        .trimEnd(),
    )
    first = last + 1
  })
  return lines
}

interface Setting {
  lines: string[]
  badness: number
}

function bestFrom(first: number, pieces: Pieces, count: number, measure: number): Setting | undefined {
  const { texts, starts, ends } = pieces
  let best: Setting | undefined
  const until = count === 1 ? texts.length : texts.length - count + 1
  for (let next = count === 1 ? until : first + 1; next <= until; next++) {
    // The unused part of a line is squared, so that two half-empty lines are better than a full and an empty one.
    const spare = measure - ((ends[next - 1] ?? 0) - (starts[first] ?? 0))
    if (spare < 0 || next <= first) break
    const rest = count === 1 ? END : bestFrom(next, pieces, count - 1, measure)
    if (!rest) continue
    const badness =
      spare * spare +
      rest.badness +
      (count === 1 ? 0 : breakPenalty(texts[next - 1] ?? '') * measure * measure)
    if (best && best.badness <= badness) continue
    best = { lines: [texts.slice(first, next).join('').trimEnd(), ...rest.lines], badness }
  }
  return best
}

const END: Setting = { lines: [], badness: 0 }

/** Words that belong to the next word and should not end a line. */
const LEANING = /^(a|an|and|at|by|de|du|from|in|la|le|of|on|or|the|to|with|&|no\.) $/i

function breakPenalty(lastPiece: string): number {
  if (/[:/—] ?$/.test(lastPiece)) return -0.25
  return LEANING.test(lastPiece) ? 0.06 : 0
}
