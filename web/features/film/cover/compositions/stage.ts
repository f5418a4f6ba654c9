import { area, box, type Drawing, d, disc, each, FOOT, line, paths, polygon, type Tone } from '../drawing.ts'

/** A film strip at the left edge, and three frames of a falling object beside it. */
export const strip: Drawing = ({ top, roll }) => {
  const [x, width] = [27, 65]
  const shown = 2 + roll(2)
  const height = (109 - top) / shown
  const path = roll(3)
  return [
    area('ink', box(-1, -1, 19, 127)),
    line('ground', 7, 'M9 1v128', '5.4 4.6'),
    area(
      'lead',
      paths(shown, (i) => box(x, top + i * height, width, height - 3)),
    ),
    area(
      'second',
      paths(shown, (i) => {
        const t = (i + 0.5) / shown
        const r = (height - 3) * 0.27
        return disc(
          x + width * (path === 0 ? t : path === 1 ? 1 - t : 0.5),
          top + i * height + (height - 3) * (path === 2 ? 0.3 + 0.4 * t : 0.5),
          r,
        )
      }),
    ),
  ]
}

/** Stairs that lead to a light. */
export const stairs: Drawing = ({ top, roll }) => {
  const steps = 5 + roll(3)
  const width = 102 / steps
  const rise = (FOOT - top - 22) / steps
  const flight = (offset: number) =>
    d`M-1 ${FOOT}V${FOOT - rise - offset}` +
    paths(steps, (i) => d`h${width}` + (i < steps - 1 ? d`v${-rise}` : '')) +
    `V${FOOT}z`
  const r = Math.min(10, (FOOT - top) * 0.14)
  return [
    area('second', disc(16 + 8 * roll(3), top + r + 1, r)),
    area('tint', flight(rise * 0.9)),
    area('lead', flight(0)),
    area(
      'ink',
      paths(steps, (i) => box(i * width - 1, FOOT - rise * (i + 1), width, 1.8)),
    ),
  ]
}

/** A house front at night with some lit windows. */
export const facade: Drawing = ({ top, roll }) => {
  const columns = 5 + roll(2)
  const left = [8, 22][roll(2)] ?? 8
  const pitch = (92 - left - 4) / columns
  const rows = Math.floor((FOOT - top - 4) / (pitch * 1.25))
  const panes: Record<'dark' | 'lit', string> = { dark: '', lit: '' }
  for (let i = 0; i < columns * rows; i++) {
    const pane = box(
      left + 4 + (i % columns) * pitch,
      top + 5 + Math.floor(i / columns) * pitch * 1.25,
      pitch * 0.62,
      pitch * 0.84,
    )
    panes[roll(3) ? 'dark' : 'lit'] += pane
  }
  return [
    area('second', box(left, top, 92 - left, 90)),
    area('ground', panes.dark),
    area('lead', panes.lit),
    area('ink', box(left - 3, top, 98 - left, 2)),
  ]
}

/** A curtain that opens on a single light. */
export const curtain: Drawing = ({ top, roll }) => {
  const folds = 4
  const part = 8 + 4 * roll(2)
  const y = FOOT - 12
  const fold = (i: number, side: 1 | -1) => {
    const at = (n: number) => 50 - side * (51 - (n * (51 - 3)) / folds)
    const foot = (n: number) => 50 - side * (51 - (n * (51 - part - 14)) / folds)
    return d`M${at(i)} ${top}H${at(i + 1)}Q${at(i + 1)} ${top + 42} ${foot(i + 1)} ${y}H${foot(i)}Q${at(i)} ${top + 42} ${at(i)} ${top}z`
  }
  const even = paths(folds / 2, (n) => fold(2 * n, 1) + fold(2 * n, -1))
  const uneven = paths(folds / 2, (n) => fold(2 * n + 1, 1) + fold(2 * n + 1, -1))
  return [
    area('second', disc(50, y - 9, 9)),
    area('lead', even),
    area('shade', uneven),
    area('ink', box(-1, y, 102, 20)),
  ]
}

/** A figure behind a keyhole. */
export const keyhole: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const x = [50, 34, 60][roll(3)] ?? 50
  const [half, height] = [24, room - 11]
  const r = room * 0.16
  const y = top + height * 0.4
  const bend = 0.35 + 0.3 * roll(3)
  return [
    area(
      'lead',
      d`M${x - half} ${top + half * bend}a${half} ${half * bend} 0 0 1 ${2 * half} 0v${height - 2 * half * bend}a${half} ${half * bend} 0 0 1 ${-2 * half} 0z`,
    ),
    area(
      'ink',
      disc(x, y, r) +
        polygon([x - r * 0.5, y], [x + r * 0.5, y], [x + r * 0.95, y + r * 2.3], [x - r * 0.95, y + r * 2.3]),
    ),
    area('second', disc(x, y, r * 0.62)),
    area('ground', disc(x, y, r * 0.26) + disc(x, top + 6.5, 1.5) + disc(x, top + height - 6.5, 1.5)),
  ]
}

/** Piano keys, one of them pressed. */
export const piano: Drawing = ({ top, roll }) => {
  const keys = 6 + roll(2)
  const width = 100 / keys
  const struck = roll(keys - 2)
  const first = roll(7)
  // An octave has no black key between E and F, nor between B and C.
  const blacks = each(keys - 1, (i) => i).filter((i) => (i + first) % 7 !== 2 && (i + first) % 7 !== 6)
  const black = (i: number) => box((i + 1) * width - width * 0.29, top, width * 0.58, (FOOT - top) * 0.6)
  return [
    area('second', box(-1, top, 102, 90)),
    area('lead', box(struck * width, top, width, 90)),
    line(
      'ground',
      1.1,
      paths(keys - 1, (i) => d`M${(i + 1) * width} ${top}v90`),
    ),
    area('ink', blacks.map(black).join('')),
    area('ink', box(-1, top, 102, 3.4)),
  ]
}

/** A hanging mobile. */
export const mobile: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const y = (t: number) => top + room * t
  const r = room * 0.1
  const flip = roll(2) ? (x: number) => x : (x: number) => 100 - x
  const leaf = (x: number, at: number, size: number) =>
    d`M${flip(x)} ${y(at)}q${size} ${size * 0.9} 0 ${size * 1.8}q${-size} ${-size * 0.9} 0 ${-size * 1.8}z`
  const arms =
    d`M${flip(48)} ${y(0)}V${y(0.14)}M${flip(18)} ${y(0.22)}Q${flip(48)} ${y(0.06)} ${flip(80)} ${y(0.18)}` +
    d`M${flip(18)} ${y(0.22)}V${y(0.34)}M${flip(80)} ${y(0.18)}V${y(0.38)}M${flip(58)} ${y(0.44)}Q${flip(80)} ${y(0.32)} ${flip(94)} ${y(0.42)}` +
    d`M${flip(58)} ${y(0.44)}V${y(0.6)}M${flip(94)} ${y(0.42)}V${y(0.52)}M${flip(36)} ${y(0.68)}Q${flip(58)} ${y(0.54)} ${flip(74)} ${y(0.66)}M${flip(36)} ${y(0.68)}v5M${flip(74)} ${y(0.66)}v4`
  return [
    line('ink', 0.9, arms),
    area('lead', disc(flip(18), y(0.34) + r * 1.5, r * 1.5) + leaf(74, 0.69, 7)),
    area('second', disc(flip(36), y(0.72) + r, r) + leaf(94, 0.51, 6)),
    area('ink', disc(flip(58), y(0.44), 1.6) + disc(flip(48), y(0.14), 1.6)),
  ]
}

/** A stem with leaves. */
export const leaves: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const x = [50, 40, 60][roll(3)] ?? 50
  const pairs = 4
  const long = Math.min(34, room * 0.42)
  const leaf = (i: number, side: number) => {
    const y = FOOT - 4 - (i * (room - long * 0.62)) / pairs
    const size = long * (1 - i * 0.09)
    return d`M${x} ${y}c${side * size * 0.1} ${-size * 0.55} ${side * size * 0.55} ${-size * 0.72} ${side * size} ${-size * 0.62}c${-side * size * 0.05} ${size * 0.42} ${-side * size * 0.5} ${size * 0.72} ${-side * size} ${size * 0.62}z`
  }
  const tip = d`M${x} ${top + long * 0.9}q${-long * 0.28} ${-long * 0.45} 0 ${-long * 0.9}q${long * 0.28} ${long * 0.45} 0 ${long * 0.9}z`
  return [
    line('ink', 1.3, d`M${x} ${FOOT}V${top + long * 0.5}`),
    area('lead', paths(pairs, (i) => leaf(i, 1)) + tip),
    area(
      'second',
      paths(pairs, (i) => leaf(i + 0.0, -1)),
    ),
  ]
}

/** An umbrella in the rain. */
export const umbrella: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const r = Math.min(31, room * 0.42)
  const [x, y] = [[50, 42, 58][roll(3)] ?? 50, top + room * 0.64]
  const rib = r / 2
  const scallop = paths(4, () => d`a${rib / 2} ${rib * 0.32} 0 0 0 ${-rib} 0`)
  const drops = paths(77, (i) => {
    const [dx, dy] = [(i % 11) * 9.6 + 2, top + 1 + Math.floor(i / 11) * 11 + ((i % 11) % 2) * 5.5]
    const sheltered = Math.abs(dx - x) < r + 3 && dy > y - r * 1.1 - 7
    return sheltered || dy > 110 ? '' : d`M${dx} ${dy}l-1.3 3.8`
  })
  const handle: Tone = 'ink'
  return [
    line('second', 1.2, drops),
    line(handle, 1.6, d`M${x} ${y - r - 3}V${y + r * 0.55}a4 4 0 0 0 8 0`),
    area('lead', `${d`M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0` + scallop}z`),
    area(
      'shade',
      d`M${x - rib} ${y}Q${x - rib} ${y - r * 0.75} ${x} ${y - r}Q${x + rib} ${y - r * 0.75} ${x + rib} ${y}` +
        paths(2, () => d`a${rib / 2} ${rib * 0.32} 0 0 0 ${-rib} 0`) +
        'z',
    ),
  ]
}
