/** The order matters: the halves of each list are dealt in turn, and a change redraws every cover. */
export const COMPOSITIONS = [
  'lens',
  'bands',
  'sun',
  'strip',
  'aperture',
  'stairs',
  'moons',
  'spiral',
  'torn',
  'facade',
  'numeral',
  'weave',
  'keyhole',
  'leaves',
  'quarters',
  'beam',
  'sails',
  'arcs',
  'halftone',
  'slope',
  'eye',
  'burst',
  'waves',
  'curtain',
  'atom',
  'frames',
  'ridges',
  'chevrons',
  'piano',
  'contour',
  'mobile',
  'umbrella',
  'road',
  'discs',
] as const

export const PALETTES = [
  'bone',
  'harbour',
  'brick',
  'clay',
  'soot',
  'mustard',
  'forest',
  'chalk',
  'burgundy',
  'mist',
  'midnight',
  'blush',
  'lagoon',
  'oat',
  'plum',
  'tangerine',
  'pistachio',
  'cobalt',
  'cream',
  'umber',
  'rose',
  'slate',
] as const

export type Composition = (typeof COMPOSITIONS)[number]
type Palette = (typeof PALETTES)[number]

export interface Design {
  composition: Composition
  palette: Palette
  /** 32 bits that a composition spends on its own choices: mirrored or not, how many rings, which accent leads. */
  variant: number
}

/** The spine number alone decides: a film keeps its cover whatever else about it is edited. */
export function designOf(spine: number): Design {
  return {
    composition: dealt(COMPOSITIONS, spine, 1),
    palette: dealt(PALETTES, spine, 2),
    variant: mix(spine, 3),
  }
}

/**
 * Deals the first half of the list in a shuffled order, then the second half, then the first again.
 * A name thus returns only after more than half the list: no cover of a grid up to ten columns wide
 * meets its own composition or palette beside, above, below or diagonally.
 */
function dealt<Name>(names: readonly Name[], spine: number, salt: number): Name {
  const half = names.length / 2
  const deal = Math.floor(spine / half)
  const hand = names.slice((deal % 2) * half, (deal % 2) * half + half)
  for (let last = half - 1; last > 0; last--) {
    const other = mix(deal * 64 + last, salt) % (last + 1)
    ;[hand[last], hand[other]] = [hand[other] as Name, hand[last] as Name]
  }
  return hand[spine % half] as Name
}

/** A 32-bit avalanche of two integers. */
export function mix(value: number, salt: number): number {
  let bits = Math.imul(value + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return (bits ^ (bits >>> 15)) >>> 0
}
