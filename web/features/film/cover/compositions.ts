import { contour, moons, ridges, road, sails, slope, sun, torn, waves } from './compositions/land.ts'
import { aperture, beam, burst, discs, eye, lens, spiral } from './compositions/optics.ts'
import {
  arcs,
  atom,
  bands,
  chevrons,
  frames,
  halftone,
  numeral,
  quarters,
  weave,
} from './compositions/pattern.ts'
import {
  curtain,
  facade,
  keyhole,
  leaves,
  mobile,
  piano,
  stairs,
  strip,
  umbrella,
} from './compositions/stage.ts'
import { type Composition, type Design, mix } from './design.ts'
import type { Drawing, Shape } from './drawing.ts'

export const DRAWINGS: Record<Composition, Drawing> = {
  aperture,
  arcs,
  atom,
  bands,
  beam,
  burst,
  chevrons,
  contour,
  curtain,
  discs,
  eye,
  facade,
  frames,
  halftone,
  keyhole,
  leaves,
  lens,
  mobile,
  moons,
  numeral,
  piano,
  quarters,
  ridges,
  road,
  sails,
  slope,
  spiral,
  stairs,
  strip,
  sun,
  torn,
  umbrella,
  waves,
  weave,
}

/** The compositions that may be mirrored. The arches choose their side, and the strip needs the left side. */
const MIRRORED: ReadonlySet<Composition> = new Set<Composition>([
  'beam',
  'contour',
  'curtain',
  'discs',
  'facade',
  'lens',
  'ridges',
  'sails',
  'slope',
  'stairs',
  'weave',
])

export interface CoverShapes {
  shapes: Shape[]
  isMirrored: boolean
  /** Whether the two accents change places. */
  isSwapped: boolean
}

/** The drawing of a film's cover below its text, which ends at `top`. */
export function shapesOf(spine: number, { composition, variant }: Design, top: number): CoverShapes {
  return {
    shapes: DRAWINGS[composition]({ top, spine, roll: dice(variant) }),
    isMirrored: MIRRORED.has(composition) && (variant & 1) === 1,
    isSwapped: (variant & 2) === 2,
  }
}

/** Derives the successive choices of a composition from one number. */
function dice(variant: number): (sides: number) => number {
  let cast = 0
  return (sides) => mix(variant, ++cast) % sides
}
