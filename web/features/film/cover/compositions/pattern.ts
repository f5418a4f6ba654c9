import {
  area,
  box,
  type Drawing,
  d,
  disc,
  each,
  FOOT,
  figure,
  line,
  paths,
  polygon,
  type Tone,
} from '../drawing.ts'

/** Horizontal bands of different heights. */
export const bands: Drawing = ({ top, roll }) => {
  const weights = [
    [3, 5, 9, 4, 12, 17],
    [14, 3, 8, 3, 5, 18],
    [5, 5, 10, 10, 15, 15],
    [18, 9, 4, 2, 9, 20],
  ][roll(4)] as number[]
  const gap = [0, 1.6, 2.4][roll(3)] ?? 1.6
  const scale = (FOOT - top - gap * 5) / weights.reduce((sum, weight) => sum + weight)
  const tones: Tone[] = ['lead', 'ink', 'second']
  const turn = roll(3)
  let y = top
  const rows = weights.map((weight) => {
    const row = box(-1, y, 102, weight * scale + 0.1)
    y += weight * scale + gap
    return row
  })
  return tones.map((tone, i) => area(tone, rows.filter((_, row) => (row + turn) % 3 === i).join('')))
}

/** A halftone of dots in six sizes, largest at one point. */
export const halftone: Drawing = ({ top, roll }) => {
  const pitch = 10.4
  const rows = Math.floor((121 - top) / pitch)
  const [x0, y0] = [[2, 3, 6][roll(3)] ?? 3, rows * (0.35 + 0.15 * roll(3))]
  const sizes = each(6, () => '')
  let scattered = ''
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column < 9; column++) {
      const step = Math.min(5, Math.floor(Math.hypot(column - x0, (row - y0) * 0.9) * 0.95))
      const dot = d`M${8.4 + column * pitch} ${top + 3 + row * pitch}h0`
      if (step > 0 && step < 4 && roll(6) === 0) scattered += dot
      else sizes[step] += dot
    }
  }
  return [...sizes.map((dots, step) => line('lead', 8.6 - step * 1.4, dots)), line('second', 5.8, scattered)]
}

/** Concentric arches. */
export const arcs: Drawing = ({ top, roll }) => {
  const r = Math.min(62, (FOOT - top) * 0.84)
  const side = roll(3)
  const base = [44, 56, 50][side] ?? 50
  const tones = (['lead', 'ground', 'second', 'ground', 'ink'] as Tone[]).slice(0, 5)
  return tones.map((tone, i) => {
    const radius = r * (1 - i * 0.19)
    const x = base + ([-1, 1, 0][side] ?? 0) * (r - radius) * 0.72
    return area(tone, d`M${x - radius} ${FOOT}a${radius} ${radius} 0 0 1 ${2 * radius} 0z`)
  })
}

/** The spine number as large as possible: one digit, two that overlap, or two lines of two. */
export const numeral: Drawing = ({ top, spine, roll }) => {
  const [first, second] = roll(2) ? (['lead', 'second'] as const) : (['second', 'lead'] as const)
  const figures = String(spine)
  // The digits of the display face are 0.7 em high.
  if (figures.length <= 2) {
    const size = Math.min((118 - top) / 0.7, 100)
    const foot = top + size * 0.7
    return [...figures].map((one, i) => figure(i ? second : first, one, 6 + i * size * 0.45, foot, size))
  }
  const size = Math.min((119 - top) / 1.46, 62)
  return [
    figure(first, figures.slice(0, -2), 6, top + size * 0.7, size),
    figure(second, figures.slice(-2), 6, top + size * 1.46, size),
  ]
}

/** A weave of bands. */
export const weave: Drawing = ({ top, roll }) => {
  const count = 4 + roll(2)
  const pitch = 100 / count
  const w = pitch * 0.66
  const rows = Math.ceil((FOOT - top) / pitch)
  const x = (i: number) => i * pitch + (pitch - w) / 2
  const y = (i: number) => top + i * pitch
  const over = each(count * rows, (i) => [i % count, Math.floor(i / count)] as const).filter(
    ([column, row]) => (column + row) % 2 === 0,
  )
  return [
    area(
      'lead',
      paths(count, (i) => box(x(i), top, w, 90)),
    ),
    area(
      'second',
      paths(rows, (i) => box(-1, y(i) + (pitch - w) / 2, 102, w)),
    ),
    area('lead', over.map(([column, row]) => box(x(column), y(row), w, pitch)).join('')),
  ]
}

/** Chevrons that point up or down. */
export const chevrons: Drawing = ({ top, roll }) => {
  const count = 4 + roll(2)
  const rise = [22, 30, -22][roll(3)] ?? 22
  const step = (FOOT - top) / count
  const first = rise > 0 ? top : top - rise
  const tones: Tone[] = ['lead', 'second', 'ink']
  return tones.map((tone, t) =>
    area(
      tone,
      paths(count + 1, (i) => {
        if (i % 3 !== t) return ''
        const y = first + i * step
        return polygon(
          [-1, y + rise],
          [50, y],
          [101, y + rise],
          [101, y + rise + step * 0.72],
          [50, y + step * 0.72],
          [-1, y + rise + step * 0.72],
        )
      }),
    ),
  )
}

/** Tiles with quarter discs. */
export const quarters: Drawing = ({ top, roll }) => {
  const columns = FOOT - top > 70 ? 4 : 5
  const size = 100 / columns
  const rows = Math.ceil((FOOT - top) / size)
  const tones: Tone[] = ['lead', 'second', 'ink', 'tint']
  const tiles = each(4, () => '')
  for (let i = 0; i < columns * rows; i++) {
    const [x, y] = [(i % columns) * size, top + Math.floor(i / columns) * size]
    const tile = [
      d`M${x} ${y}h${size}a${size} ${size} 0 0 1 ${-size} ${size}z`,
      d`M${x + size} ${y}v${size}a${size} ${size} 0 0 1 ${-size} ${-size}z`,
      d`M${x + size} ${y + size}h${-size}a${size} ${size} 0 0 1 ${size} ${-size}z`,
      d`M${x} ${y + size}v${-size}a${size} ${size} 0 0 1 ${size} ${size}z`,
      disc(x + size / 2, y + size / 2, size / 2),
    ][roll(9) % 5] as string
    tiles[roll(4)] += tile
  }
  return tones.map((tone, i) => area(tone, tiles[i] ?? ''))
}

/** Nested frames: centred, shifted aside, or as doors of a corridor. */
export const frames: Drawing = ({ top, roll }) => {
  const view = roll(4)
  const corridor = view === 0
  const [across, down] = [
    [0.5, 1],
    [0.5, 0.5],
    [0.82, 0.72],
    [0.2, 0.72],
  ][view] as [number, number]
  const height = corridor ? FOOT - top : Math.min(64, 110 - top)
  const count = 5 + roll(2)
  const tones: Tone[] = ['lead', 'ground', 'second', 'ground', 'ink', 'lead']
  return each(count, (i) => {
    const scale = 1 - i / (count + 0.4)
    const [x, y] = [8 + 84 * (1 - scale) * across, top + height * (1 - scale) * down]
    return area(tones[i] ?? 'lead', box(x, y, 84 * scale, height * scale))
  })
}

/** Electron orbits around a nucleus. */
export const atom: Drawing = ({ top, roll }) => {
  const r = Math.min(42, (FOOT - top) * 0.5)
  const [x, y] = [50, top + r * 1.0]
  const orbits = 3 + roll(2)
  const turn = roll(3) * 20
  const flat = r * (0.3 + 0.06 * roll(2))
  const angle = (i: number) => ((turn + (i * 180) / orbits) * Math.PI) / 180
  const orbit = (i: number) => {
    const [dx, dy] = [r * 0.97 * Math.cos(angle(i)), r * 0.97 * Math.sin(angle(i))]
    const arc = d`a${r * 0.97} ${flat} ${turn + (i * 180) / orbits} 0 1 `
    return d`M${x - dx} ${y - dy}` + arc + d`${2 * dx} ${2 * dy}` + arc + d`${-2 * dx} ${-2 * dy}z`
  }
  const electron = (i: number) => {
    const t = i * 2.1 + 0.7
    const [u, v] = [r * 0.97 * Math.cos(t), flat * Math.sin(t)]
    const [c, s] = [Math.cos(angle(i)), Math.sin(angle(i))]
    return disc(x + u * c - v * s, y + u * s + v * c, 3.4)
  }
  return [
    line('ink', 1.3, paths(orbits, orbit)),
    area('lead', disc(x, y, r * 0.2)),
    area('second', paths(orbits, electron)),
  ]
}
