import { ems } from './type-widths.ts'

/** Words that look lost at the end of a line: they belong to what follows. */
const LEANING = /^(a|an|and|at|by|de|du|from|in|la|le|of|on|or|the|to|with|&|no\.)$/i

/**
 * Breaks a text into exactly `count` lines of at most `measure` ems, as even as possible, never inside a word;
 * undefined when that cannot be done. A colon or slash is a good place to break, a leaning word a bad one.
 */
export function breakLines(text: string, count: number, measure: number): string[] | undefined {
  return breakWords(text.split(/ (?!\/)/), count, measure)?.lines
}

interface Setting {
  lines: string[]
  badness: number
}

function breakWords(words: string[], count: number, measure: number): Setting | undefined {
  if (words.length < count) return undefined
  if (count === 1) {
    const lines = [words.join(' ')]
    const badness = raggedness(lines[0] ?? '', measure)
    return badness === Number.POSITIVE_INFINITY ? undefined : { lines, badness }
  }
  let best: Setting | undefined
  for (let taken = 1; taken <= words.length - count + 1; taken++) {
    const first = words.slice(0, taken).join(' ')
    const badness = raggedness(first, measure)
    if (badness === Number.POSITIVE_INFINITY) break
    const rest = breakWords(words.slice(taken), count - 1, measure)
    if (!rest) continue
    const total = badness + rest.badness + turn(words[taken - 1] ?? '', measure)
    if (!best || total < best.badness) best = { lines: [first, ...rest.lines], badness: total }
  }
  return best
}

/** The unused part of a line, squared, so that two half-empty lines beat a full one and an empty one. */
function raggedness(line: string, measure: number): number {
  const spare = measure - ems(line)
  return spare < 0 ? Number.POSITIVE_INFINITY : spare * spare
}

function turn(lastWord: string, measure: number): number {
  if (/[:/]$/.test(lastWord)) return -0.15 * measure * measure
  return LEANING.test(lastWord) ? 0.06 * measure * measure : 0
}
