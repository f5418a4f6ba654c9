/** The order matters: a change of either list changes every cover. */
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
  /** 32 bits for the choices of a composition: whether it is mirrored, the number of rings, which accent leads. */
  variant: number
}

/** The design depends on the spine alone, so a film keeps its cover when anything else about it is edited. */
export function designOf(spine: number): Design {
  return {
    composition: dealt(COMPOSITIONS, spine, 1),
    palette: dealt(PALETTES, spine, 2),
    variant: mix(spine, 3),
  }
}

/**
 * Deals the first half of the list in a shuffled order, then the second half, then the first half again. A name
 * therefore returns only after more than half the list. In a grid of up to ten columns no cover has the composition or
 * palette of a neighbour, diagonal ones included.
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

/** Hashes two integers into 32 bits. */
export function mix(value: number, salt: number): number {
  let bits = Math.imul(value + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return (bits ^ (bits >>> 15)) >>> 0
}
