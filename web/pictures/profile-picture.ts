import type { Node } from '@takumi-rs/core'
import { formatCount } from '../../domain/film/format-count.ts'
import { profileTitle } from '../../domain/page-titles.ts'
import { COVERS_IN_PICTURE, type Pictured } from '../../domain/pictures.ts'
import { ACCENT, INK, RULE } from './colours.ts'
import { COVER_RATIO, cover } from './cover.ts'
import { box, text } from './nodes.ts'
import { heading, INNER_WIDTH, MARGIN, RULE_TOP, sheet, WORDMARK } from './sheet.ts'

type Profile = Extract<Pictured, { kind: 'profile' }>

const GAP = 14
const COVER_WIDTH = (INNER_WIDTH - (COVERS_IN_PICTURE - 1) * GAP) / COVERS_IN_PICTURE
const COVER_HEIGHT = COVER_WIDTH * COVER_RATIO
const MEASURE_TOP = 236

/** A person's name, how many titles they own, and some of their covers. */
export function profilePicture(profile: Profile): Node {
  const share = profile.catalogue === 0 ? 0 : (profile.owned ?? 0) / profile.catalogue
  const content = [
    box(
      {
        position: 'absolute',
        left: MARGIN,
        top: 44,
        width: INNER_WIDTH,
        height: MEASURE_TOP - 44 - 28,
        flexDirection: 'column',
        justifyContent: 'flex-end',
        gap: 18,
      },
      [
        heading(profileTitle(profile.username, profile.owned !== null), {
          width: INNER_WIDTH,
          height: 108,
          sizes: [92, 84, 76, 68, 60, 52, 46, 40],
        }),
        box({ gap: 40 }, figures(profile)),
      ],
    ),
    bar(INNER_WIDTH, 3, INK),
    bar(INNER_WIDTH * share, 9, ACCENT),
    ...Array.from({ length: COVERS_IN_PICTURE }, (_, index) => {
      const left = MARGIN + index * (COVER_WIDTH + GAP)
      const film = profile.films[index]
      return film ? cover(film, { left, top: RULE_TOP - COVER_HEIGHT, width: COVER_WIDTH }) : gap(left)
    }),
  ]
  return sheet(content, [WORDMARK])
}

/** Without what is zero. */
function figures({ owned, catalogue, watched, wishlist }: Profile): Node[] {
  return [
    ...(owned ? [`${formatCount(owned)} of ${formatCount(catalogue)} titles owned`] : []),
    ...(watched ? [`${formatCount(watched)} watched`] : []),
    ...(wishlist ? [`${formatCount(wishlist)} wished for`] : []),
  ].map((words) => text(words, { fontSize: 29 }))
}

/** A line that ends at the foot of the measure. */
function bar(width: number, height: number, backgroundColor: string): Node {
  return box({
    position: 'absolute',
    left: MARGIN,
    top: MEASURE_TOP - height,
    width,
    height,
    backgroundColor,
  })
}

/** The place of a cover that is not there. */
function gap(left: number): Node {
  return box({
    position: 'absolute',
    left,
    top: RULE_TOP - COVER_HEIGHT,
    width: COVER_WIDTH,
    height: COVER_HEIGHT,
    border: `2px solid ${RULE}`,
    borderBottom: '0px solid transparent',
  })
}
