/** The bottom of a drawing. A cover is 100 wide and 124.2 high; y points downwards. */
export const FOOT = 125

export type Tone = 'ground' | 'ink' | 'lead' | 'second' | 'shade' | 'tint'

export type Shape =
  | { kind: 'area'; tone: Tone; d: string }
  | { kind: 'line'; tone: Tone; d: string; width: number; dash?: string }
  | { kind: 'figure'; tone: Tone; text: string; x: number; y: number; size: number }

interface Sheet {
  /** The y below the text, where the drawing may begin. */
  top: number
  spine: number
  /** Returns the next choice of this cover: an integer from 0 to `sides - 1`. */
  roll: (sides: number) => number
}

export type Drawing = (sheet: Sheet) => Shape[]

export const area = (tone: Tone, d: string): Shape => ({ kind: 'area', tone, d })

/** A line has round ends, so a line of length zero is a dot; a dashed line has square ends. */
export const line = (tone: Tone, width: number, d: string, dash?: string): Shape =>
  dash === undefined
    ? { kind: 'line', tone, d, width: tenth(width) }
    : { kind: 'line', tone, d, width: tenth(width), dash }

export const figure = (tone: Tone, text: string, x: number, y: number, size: number): Shape => ({
  kind: 'figure',
  tone,
  text,
  x,
  y: tenth(y),
  size,
})

/** Path data with every number rounded to a tenth, which is precise enough and keeps a page with fifty covers small. */
export function d(parts: TemplateStringsArray, ...numbers: number[]): string {
  return parts.reduce((path, part, index) => `${path}${tenth(numbers[index - 1] ?? 0)}${part}`)
}

const tenth = (value: number): number => Math.round(value * 10) / 10

export function disc(x: number, y: number, radius: number): string {
  // Rounded first, because the chord must be exactly two radii long for the disc to be round.
  const r = tenth(radius)
  return d`M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`
}

export const box = (x: number, y: number, width: number, height: number): string =>
  d`M${x} ${y}h${width}v${height}h${-width}z`

export const polygon = (...points: [x: number, y: number][]): string =>
  `M${points.map(([x, y]) => d`${x} ${y}`).join('L')}z`

export const each = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index))

export const paths = (count: number, path: (index: number) => string): string => each(count, path).join('')
