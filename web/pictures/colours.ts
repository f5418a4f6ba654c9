import palettesCss from '../features/film/cover/palettes.module.css?raw'
import tokensCss from '../ui/styles/tokens.css?raw'

/** A colour as `#rrggbb`. */
type Colour = string

/** The colours of the light theme. */
export const PAPER = token('paper')
export const INK = token('ink')
export const ACCENT = token('accent')
export const QUIET = mixInSrgb(INK, 0.68, PAPER)
export const EDGE = mixInSrgb(INK, 0.52, PAPER)
export const RULE = mixInSrgb(INK, 0.2, PAPER)

interface Palette {
  ground: Colour
  ink: Colour
  accents: [first: Colour, second: Colour]
}

/** The colours of a cover's palette, by its name. */
export function palette(name: string): Palette {
  const [, rule = ''] = new RegExp(`\\.${name} \\{([^}]+)\\}`).exec(palettesCss) ?? []
  const colour = (property: string) => found(new RegExp(`--${property}: (#[0-9a-f]{6});`).exec(rule), name)
  return {
    ground: colour('ground'),
    ink: colour('ink'),
    accents: [colour('accent-1'), colour('accent-2')],
  }
}

function token(name: string): Colour {
  return found(new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}),`).exec(tokensCss), name)
}

function found(match: RegExpExecArray | null, name: string): Colour {
  if (!match?.[1]) throw new Error(`The style sheets have no colour for ${name}.`)
  return match[1]
}

/** `color-mix(in srgb, one share, other)` */
export function mixInSrgb(one: Colour, share: number, other: Colour): Colour {
  return toHex(mixed(channels(one), share, channels(other)))
}

/** `color-mix(in oklab, one share, other)` */
export function mixInOklab(one: Colour, share: number, other: Colour): Colour {
  return toHex(fromOklab(mixed(toOklab(channels(one)), share, toOklab(channels(other)))))
}

type Triple = [number, number, number]

function mixed(one: Triple, share: number, other: Triple): Triple {
  return one.map((value, index) => value * share + (other[index] ?? 0) * (1 - share)) as Triple
}

/** Red, green and blue from 0 to 1. */
function channels(colour: Colour): Triple {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255) as Triple
}

function toHex(rgb: Triple): Colour {
  const digits = rgb.map((value) =>
    Math.round(255 * Math.min(1, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

/** Document: bottosson.github.io/posts/oklab. */
function toOklab(rgb: Triple): Triple {
  const linear = rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  const lms = times(linear as Triple, [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ])
  return times(lms.map(Math.cbrt) as Triple, [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ])
}

function fromOklab(lab: Triple): Triple {
  const lms = times(lab, [
    [1, 0.3963377774, 0.2158037573],
    [1, -0.1055613458, -0.0638541728],
    [1, -0.0894841775, -1.291485548],
  ])
  const linear = times(lms.map((value) => value ** 3) as Triple, [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.707614701],
  ])
  return linear.map((value) =>
    value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055,
  ) as Triple
}

function times(vector: Triple, rows: [Triple, Triple, Triple]): Triple {
  return rows.map((row) => row.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0)) as Triple
}
