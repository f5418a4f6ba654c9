import { ems } from './type-widths.ts'

/** A text cut where a line may end, and each piece's place along one endless line, in ems. */
interface Pieces {
  texts: string[]
  starts: number[]
  /** Without the space that a line would end with. */
  ends: number[]
}

/** Lines may end at a space, but not before a slash, and after a dash or slash that stands without spaces. */
export function cutIntoPieces(text: string): Pieces {
  const texts = text.split(/(?<= )(?!\/)|(?<=[—/])(?! )/)
  const starts: number[] = []
  const ends: number[] = []
  let place = 0
  for (const piece of texts) {
    starts.push(place)
    ends.push(place + ems(piece.trimEnd()))
    place += ems(piece)
  }
  return { texts, starts, ends }
}

/**
 * Breaks a text into exactly `count` lines of at most `measure` ems, as even as possible, never inside a word;
 * undefined when that cannot be done. After a colon, slash or dash is a good place to break, after a leaning
 * word a bad one.
 */
export function breakLines(pieces: Pieces, count: number, measure: number): string[] | undefined {
  return bestFrom(0, pieces, count, measure)?.lines
}

/** As many lines as it takes, each as full as it gets; a piece wider than the measure stands alone. */
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
    // The unused part of a line is squared: two half-empty lines beat a full one and an empty one.
    const spare = measure - ((ends[next - 1] ?? 0) - (starts[first] ?? 0))
    if (spare < 0 || next <= first) break
    const rest = count === 1 ? END : bestFrom(next, pieces, count - 1, measure)
    if (!rest) continue
    const badness =
      spare * spare + rest.badness + (count === 1 ? 0 : turn(texts[next - 1] ?? '') * measure * measure)
    if (best && best.badness <= badness) continue
    best = { lines: [texts.slice(first, next).join('').trimEnd(), ...rest.lines], badness }
  }
  return best
}

const END: Setting = { lines: [], badness: 0 }

/** Words that look lost at the end of a line: they belong to what follows. */
const LEANING = /^(a|an|and|at|by|de|du|from|in|la|le|of|on|or|the|to|with|&|no\.) $/i

function turn(lastPiece: string): number {
  if (/[:/—] ?$/.test(lastPiece)) return -0.25
  return LEANING.test(lastPiece) ? 0.06 : 0
}
