import { area, box, type Drawing, d, disc, each, FOOT, line, paths, polygon } from '../drawing.ts'

/** A sun at the horizon and its broken reflection. */
export const sun: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const r = Math.min(30, room * 0.37)
  const x = [50, 50, 38, 60][roll(4)] ?? 50
  const horizon = top + r * 1.42
  const dy = r * 0.42
  const half = Math.sqrt(r * r - dy * dy)
  const cut = d`M${x - half} ${horizon}A${r} ${r} 0 1 1 ${x + half} ${horizon}z`
  const bars = 6 + roll(2)
  const gap = (118 - horizon) / bars
  const widths = each(bars, (i) => half * (1.12 - (i / bars) * (0.5 + 0.3 * roll(2))))
  const bar = (i: number) =>
    box(x - (widths[i] ?? 0), horizon + gap * (i + 0.42), 2 * (widths[i] ?? 0), gap * 0.42)
  if (roll(2)) return [area('lead', cut + paths(bars, bar))]
  return [area('lead', cut), area('second', box(-1, horizon, 102, 90)), area('lead', paths(bars, bar))]
}

/** Two slopes and a disc above them. */
export const slope: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const [left, right] = roll(2) ? [0.62, 0.3] : [0.3, 0.56]
  const low = top + room * (0.66 + 0.08 * roll(2))
  const land = [
    area('lead', polygon([-1, top + room * left], [101, top + room * right], [101, FOOT], [-1, FOOT])),
    area('second', polygon([-1, low + 4], [101, low + room * 0.12], [101, FOOT], [-1, FOOT])),
  ]
  const r = room * 0.12
  const hanging = area('ink', disc(left < right ? 74 : 24, top + r + 1, r))
  return roll(3) ? [hanging, ...land] : land
}

/** Rows of waves. */
export const waves: Drawing = ({ top, roll }) => {
  const tones = (['lead', 'second', 'ink', 'lead', 'second'] as const).slice(roll(2))
  const rows = tones.length
  const long = [34, 26][roll(2)] ?? 34
  const crest = (FOOT - top) / (rows + 0.6)
  return tones.map((tone, i) => {
    const y = top + crest * (i + 0.5)
    const start = -long + ((i * long) / rows) * (roll(2) ? 1 : -0.4) - 8
    return area(
      tone,
      `${d`M${start} ${y}q${long / 4} ${-crest} ${long / 2} 0`}${d`t${long / 2} 0`.repeat(14)}V130H-60z`,
    )
  })
}

/** Nine phases of the moon, or six if the text is long. */
export const moons: Drawing = ({ top, roll }) => {
  const rows = FOOT - top > 64 ? 3 : 2
  const pitch = (115 - top) / rows
  const r = Math.min(11.4, pitch * 0.43)
  const turn = roll(9)
  const count = rows * 3
  const at = (i: number) => [8 + r + (i % 3) * (42 - r), top + r + Math.floor(i / 3) * pitch] as const
  const lit = (i: number) => {
    const [x, y] = at(i)
    const phase = ((i + turn) % count) / (count - 1)
    // The terminator is half an ellipse, whose width goes from the rim through zero to the other rim.
    const bulge = r * Math.abs(1 - 2 * phase)
    return d`M${x} ${y - r}A${r} ${r} 0 0 1 ${x} ${y + r}A${bulge} ${r} 0 0 ${phase < 0.5 ? 0 : 1} ${x} ${y - r}z`
  }
  return [
    area(
      'second',
      paths(count, (i) => disc(...at(i), r - 0.1)),
    ),
    area('lead', paths(count, lit)),
  ]
}

/** Mountain ranges, lighter with distance. */
export const ridges: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const range = (height: number, ...peaks: number[]) =>
    polygon(
      [-1, FOOT],
      ...peaks.map((peak, i): [number, number] => [
        (i * 104) / (peaks.length - 1) - 2,
        top + room * (height - peak * 0.055),
      ]),
      [102, FOOT],
    )
  const peaks = (count: number) => each(count, (i) => (i % 2 ? 2 + roll(4) : roll(2)))
  const r = room * 0.15
  return [
    area('second', disc(22 + 28 * roll(3), top + r, r)),
    area('tint', range(0.46, ...peaks(7))),
    area('lead', range(0.72, ...peaks(6))),
    area('ink', range(0.98, ...peaks(7))),
  ]
}

/** A torn sheet of paper over another. */
export const torn: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const tear = (start: number, end: number) =>
    polygon(
      ...each(12, (i): [number, number] => [
        -1 + i * 9.3,
        top + room * (start + ((end - start) * i) / 11) + (i % 2 ? 0.6 : 3.4) + roll(3) * 1.3,
      ]),
      [102, FOOT],
      [-1, FOOT],
    )
  const [start, end] = [
    [0.5, 0],
    [0, 0.42],
    [0.3, 0.1],
  ][roll(3)] as [number, number]
  return [
    area('ink', tear(start, end)),
    area('lead', tear(start + 0.07, end + 0.1)),
    area('second', tear(start + 0.36, end + 0.3)),
  ]
}

/** The contour lines of a hill. */
export const contour: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const [x, y] = [50, top + room * 0.5]
  const [two, three] = [roll(7), roll(7)]
  const loop = (size: number) => {
    const at = (i: number): [number, number] => {
      const angle = (i * Math.PI) / 6
      const swell = 1 + 0.16 * Math.cos(2 * angle + two) + 0.13 * Math.cos(3 * angle + three)
      return [x + size * 1.12 * swell * Math.cos(angle), y + size * 0.8 * swell * Math.sin(angle)]
    }
    // The points are the control points and the midpoints lie on the curve, so it has no corners.
    const halfway = (i: number) => {
      const [a, b] = [at(i), at(i + 1)]
      return d`${(a[0] + b[0]) / 2} ${(a[1] + b[1]) / 2}`
    }
    return `M${halfway(-1)}${paths(12, (i) => d`Q${at(i)[0]} ${at(i)[1]} ` + halfway(i))}z`
  }
  const step = room / 14.6
  return [
    line(
      'lead',
      1.9,
      paths(4, (i) => loop(step * (2.1 + i))),
    ),
    line('ink', 1.9, loop(step * 6.1)),
    area('second', loop(step * 1.05)),
  ]
}

/** A road to the horizon, with or without a sun. */
export const road: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const horizon = top + room * (0.36 + 0.06 * roll(3))
  const x = [50, 36, 64][roll(3)] ?? 50
  const r = room * 0.25
  return [
    area('second', d`M${x - r} ${horizon}a${r} ${r} 0 0 1 ${2 * r} 0z`),
    area('lead', box(-1, horizon, 102, 90)),
    area('ink', polygon([x - 1.2, horizon], [x + 1.2, horizon], [92, FOOT], [8, FOOT])),
    area(
      'ground',
      paths(4, (i) => {
        const [near, far] = [0.12 + i * i * 0.085, 0.2 + (i + 0.62) ** 2 * 0.085]
        const on = (t: number) => [x + (50 - x) * t, horizon + (FOOT - horizon) * t] as const
        const [a, b] = [on(near), on(far)]
        return polygon(
          [a[0] - near * 3, a[1]],
          [a[0] + near * 3, a[1]],
          [b[0] + far * 3, b[1]],
          [b[0] - far * 3, b[1]],
        )
      }),
    ),
  ]
}

/** Two sailing boats on the water. */
export const sails: Drawing = ({ top, roll }) => {
  const room = FOOT - top
  const water = top + room * 0.72
  const boat = (x: number, size: number) => [
    d`M${x} ${water - size * 0.14}V${water - size}l${size * 0.52} ${size * 0.86}z`,
    d`M${x - 2} ${water - size * 0.14}V${water - size * 0.8}l${-size * 0.34} ${size * 0.66}z`,
    d`M${x - size * 0.42} ${water - size * 0.09}h${size * 0.98}l${-size * 0.12} ${size * 0.13}h${-size * 0.7}z`,
  ]
  const [big, small] = [boat(roll(2) ? 40 : 48, room * 0.7), boat(84, room * 0.3)]
  return [
    area('lead', `${big[0]}${small[0]}`),
    area('tint', `${big[1]}${small[1]}`),
    area('ink', `${big[2]}${small[2]}`),
    area('second', box(-1, water + room * 0.05, 102, 60)),
    line('ground', 1.2, d`M8 ${water + 12}h22M44 ${water + 15}h34M20 ${water + 19}h26`),
  ]
}
