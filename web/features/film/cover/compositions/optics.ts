import { area, type Drawing, d, disc, each, FOOT, line, paths } from '../drawing.ts'

/** Rings of a lens, run off the right edge. */
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

/** The blades of a closing aperture, each cut along the side of the hole. */
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
  // Extending a side of the hole until it meets the rim.
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

/** An eye wide open, lashes or none. */
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

/** The projector's beam opening over the hall. */
export const beam: Drawing = ({ top, roll }) => {
  const y = 104 - roll(3) * 6
  const ys = each(7, (i) => top + ((FOOT - top) * i) / 6)
  const ray = (i: number) => d`M14 ${y}L101 ${ys[i] ?? 0}V${ys[i + 1] ?? 0}z`
  return [
    area('tint', d`M14 ${y}L101 ${top}V${FOOT}z`),
    area('lead', ray(0) + ray(2) + ray(4)),
    area('ink', d`M-1 ${y - 11}h13v22h-13z`),
    area('ink', d`M12 ${y - 5}l6 -3v16l-6 -3z`),
    area('second', disc(5, y - 22, 9) + disc(9, y - 22, 0.1)),
    area('ground', disc(5, y - 22, 3)),
  ]
}

/** Rays out of the foot of the sheet. */
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

/** Two lights overlap: the third colour is the overprint. */
export const discs: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const r = Math.min(30, room * 0.37)
  const gap = r * 0.56
  const tilt = [0.75, -0.75, 1.2][roll(3)] ?? 0.75
  const [x, y] = [48, top + room * 0.47]
  const [dx, dy] = [Math.cos(tilt) * gap, Math.sin(tilt) * gap]
  const half = Math.acos(gap / r)
  const at = (angle: number) => d`${x - dx + r * Math.cos(angle)} ${y - dy + r * Math.sin(angle)}`
  return [
    area('lead', disc(x - dx, y - dy, r)),
    area('second', disc(x + dx, y + dy, r)),
    area(
      'overprint',
      `M${at(tilt - half)}${d`A${r} ${r} 0 0 1 `}${at(tilt + half)}${d`A${r} ${r} 0 0 1 `}${at(tilt - half)}z`,
    ),
  ]
}

/** A spiral in half turns. */
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
