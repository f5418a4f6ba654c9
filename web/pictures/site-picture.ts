import type { Node } from '@takumi-rs/core'
import { formatCount } from '../../domain/film/format-count.ts'
import { PAGE_TITLES } from '../../domain/page-titles.ts'
import type { Pictured } from '../../domain/pictures.ts'
import { DISCS, type Disc } from '../features/catalogue/banner/shelf-discs.ts'
import { mixInSrgb, palette } from './colours.ts'
import { box, DISPLAY, SANS_TEXT, text } from './nodes.ts'
import { INNER_WIDTH, MARGIN, RULE_TOP, sheet } from './sheet.ts'

/** The heights of cases; the thickness of a disc has the same unit. */
const HEIGHTS: Record<Disc['case'], number> = { laserdisc: 300, dvd: 232, bluray: 210 }
const GAP = 2
const SCALE = INNER_WIDTH / (DISCS.reduce((sum, { thickness }) => sum + thickness + GAP, 0) - GAP)

/** The name of the site, and the discs of its banner. */
export function sitePicture({ films }: Extract<Pictured, { kind: 'site' }>): Node {
  const words = `${formatCount(films)} spines: what you own, want and have watched`
  const name = text(PAGE_TITLES.home, {
    ...DISPLAY,
    position: 'absolute',
    left: MARGIN,
    top: 72,
    fontSize: 87,
  })
  return sheet([name, ...shelf()], [text(words, { fontSize: 28 })])
}

function shelf(): Node[] {
  let end = MARGIN
  return DISCS.map((disc) => {
    const left = end
    end += (disc.thickness + GAP) * SCALE
    return discNode(disc, left)
  })
}

function discNode({ spine, title, thickness, palette: name, ...disc }: Disc, left: number): Node {
  const { ground, ink } = palette(name)
  const [width, height] = [thickness * SCALE, HEIGHTS[disc.case] * SCALE]
  const [plateHeight, fontSize] = [23 * SCALE, 13 * SCALE]
  return box(
    {
      position: 'absolute',
      left,
      top: RULE_TOP - height,
      width,
      height,
      backgroundColor: ground,
      border: `1px solid ${mixInSrgb(ink, 0.2, ground)}`,
    },
    [
      text(title, {
        ...DISPLAY,
        position: 'absolute',
        // The line is turned about its top left corner, so that its top is on the right.
        left: width / 2 + fontSize * 0.56,
        top: 11 * SCALE,
        fontSize,
        color: ink,
        whiteSpace: 'nowrap',
        transform: 'rotate(90deg)',
        transformOrigin: '0 0',
      }),
      box(
        {
          position: 'absolute',
          left: 0,
          bottom: 0,
          width,
          height: plateHeight,
          alignItems: 'center',
          justifyContent: 'center',
          backgroundColor: ink,
          color: ground,
        },
        [text(String(spine), { ...SANS_TEXT, fontSize: 9 * SCALE, fontWeight: 650 })],
      ),
    ],
  )
}
