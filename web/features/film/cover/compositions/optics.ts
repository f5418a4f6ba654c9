import { area, box, type Drawing, d, disc, each, FOOT, line, paths } from '../drawing.ts'

/** The rings of a lens, cut off at the right edge. */
export const lens: Drawing = ({ top, roll }) => {
  const r = Math.min(58, (FOOT - top) * (0.66 + 0.08 * roll(2)))
  const [x, y] = [[64, 70, 50][roll(3)] ?? 64, top + r]
  const rings = 3 + roll(2)
  const w = r / (2 * rings + 1)
  return [
    line(
      'lead',
      w,
      paths(rings, (i) => disc(x, y, r - w / 2 - 2 * w * i)),
    ),
    area('second', disc(x, y, w * 1.05)),
  ]
}

/** The blades of a closing aperture. */
export const aperture: Drawing = ({ top, roll }) => {
  const blades = 6 + 2 * roll(2)
  const r = Math.min(43, (FOOT - top) / 2 + 4)
  const [x, y] = [50 + (roll(3) - 1) * 12, top + r + 1]
  const hole = r * (0.3 + 0.08 * roll(3))
  const turn = roll(4) * 0.26
  const on = (angle: number, radius: number): [number, number] => [
    x + radius * Math.cos(angle + turn),
    y + radius * Math.sin(angle + turn),
  ]
  const step = (2 * Math.PI) / blades
  // The angle at which an extended side of the hole meets the rim.
  const reach = Math.acos((hole * Math.cos(step / 2)) / r) + step / 2
  const blade = (i: number) => {
    const [a, b] = [on(i * step, hole), on((i + 1) * step, hole)]
    const [p, q] = [on(i * step + reach, r), on((i + 1) * step + reach, r)]
    return d`M${a[0]} ${a[1]}L${p[0]} ${p[1]}A${r} ${r} 0 0 1 ${q[0]} ${q[1]}L${b[0]} ${b[1]}z`
  }
  return [
    area(
      'lead',
      paths(blades / 2, (i) => blade(2 * i)),
    ),
    area(
      'second',
      paths(blades / 2, (i) => blade(2 * i + 1)),
    ),
    line('ground', 0.9, each(blades, blade).join('')),
  ]
}

/** An open eye, with or without lashes. */
export const eye: Drawing = ({ top, roll }) => {
  const half = Math.min(33, (FOOT - top) / 2 - 5)
  const y = top + half + 3
  const iris = half * 0.62
  const lid = d`M4 ${y}Q50 ${y - 2 * half} 96 ${y}Q50 ${y + 2 * half} 4 ${y}z`
  const look = (roll(3) - 1) * 7
  return [
    area(roll(2) ? 'tint' : 'ink', lid),
    area('lead', disc(50 + look, y, iris)),
    area('second', disc(50 + look, y, iris * 0.68)),
    area('ground', disc(50 + look, y, iris * 0.36)),
    area('ink', disc(50 + look + iris * 0.1, y, iris * 0.2)),
  ]
}

/** The beam of a projector. */
export const beam: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const y = top + room * (0.52 + 0.08 * roll(3))
  const ys = each(8, (i) => top + (room * i) / 7)
  const ray = (i: number) => d`M22 ${y}L101 ${ys[i] ?? 0}V${ys[i + 1] ?? 0}z`
  return [
    area('tint', d`M22 ${y}L101 ${top}V${FOOT}z`),
    area(
      'lead',
      paths(4, (i) => ray(2 * i)),
    ),
    area(
      'ink',
      box(-1, y - 6, 19, 15) + d`M17 ${y - 2}l7 -3v10l-7 -3z` + disc(2, y - 14, 7) + disc(14, y - 11.5, 4.6),
    ),
    area('second', disc(2, y - 14, 2.6) + disc(14, y - 11.5, 1.7)),
  ]
}

/** Rays from the bottom of the cover. */
export const burst: Drawing = ({ top, roll }) => {
  const x = [50, 30, 72][roll(3)] ?? 50
  const rays = 9 + 4 * roll(2)
  const r = FOOT - top
  const at = (i: number) => {
    const angle = Math.PI * (1 + i / rays)
    return d`${x + r * Math.cos(angle)} ${FOOT + r * Math.sin(angle)}`
  }
  const ray = (i: number) => `${d`M${x} ${FOOT}L`}${at(i)}${d`A${r} ${r} 0 0 1 `}${at(i + 1)}z`
  return [
    area(
      'lead',
      paths((rays + 1) / 2, (i) => ray(2 * i)),
    ),
    area('ground', disc(x, FOOT, r * 0.44)),
    area('second', disc(x, FOOT, r * 0.38)),
    area('ink', disc(x, FOOT, r * 0.16)),
  ]
}

/** Two overlapping discs, with the overlap in ink. */
export const discs: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const tilt = [0.72, -0.72, Math.PI / 2, 0][roll(4)] ?? 0
  // The pair fills the height: one radius above, one below, and the distance between the centres.
  const r = Math.min(31, (room - 7) / (2 + 1.1 * Math.abs(Math.sin(tilt))))
  const gap = r * 0.55
  const [x, y] = [50, top + room / 2 - 1]
  const [dx, dy] = [Math.cos(tilt) * gap, Math.sin(tilt) * gap]
  const half = Math.acos(gap / r)
  const at = (angle: number) => d`${x - dx + r * Math.cos(angle)} ${y - dy + r * Math.sin(angle)}`
  const arc = d`A${r} ${r} 0 0 1 `
  return [
    area('lead', disc(x - dx, y - dy, r)),
    area('second', disc(x + dx, y + dy, r)),
    area('ink', `M${at(tilt - half)}${arc}${at(tilt + half)}${arc}${at(tilt - half)}z`),
  ]
}

/** A spiral made of half circles. */
export const spiral: Drawing = ({ top, roll }) => {
  const r = Math.min(46, (FOOT - top) * 0.58)
  const turns = 9 + roll(2) * 2
  const step = r / (turns + 0.6)
  const [x, y] = [[50, 56, 62][roll(3)] ?? 50, top + r]
  const sweep = roll(2)
  const coil = paths(turns, (i) => {
    const radius = step * (i + 1)
    return d`a${radius} ${radius} 0 0 ${sweep} ${(i % 2 ? -2 : 2) * radius} 0`
  })
  return [line('lead', step * 0.92, d`M${x} ${y}` + coil), area('second', disc(x + step, y, step * 1.5))]
}
