import type { Node } from '@takumi-rs/core'
import { FORMAT_LABELS, FORMATS, type Format } from '../../domain/film/formats.ts'
import { countryNames, directorNames } from '../../domain/film/names.ts'
import type { Pictured } from '../../domain/pictures.ts'
import { fitTitle } from '../features/film/cover/fit-title.ts'
import { SANS } from '../features/film/cover/type-widths.ts'
import { ACCENT, EDGE, INK, QUIET } from './colours.ts'
import { COVER_RATIO, cover, titleOf } from './cover.ts'
import { settable } from './fonts.ts'
import { box, text } from './nodes.ts'
import { footNote, heading, MARGIN, RULE_TOP, sheet, WORDMARK } from './sheet.ts'

type Film = Extract<Pictured, { kind: 'film' }>['film']

const FACT_SIZE = 28
const GAP = 32
const COVER_WIDTH = 408
const COVER_TOP = RULE_TOP - COVER_WIDTH * COVER_RATIO
const COLUMN = { left: 528, width: 616, top: COVER_TOP - 8, bottom: RULE_TOP - 36 }

/** The cover of a film, what is known of it, and the formats in which it was released. */
export function filmPicture(film: Film): Node {
  return sheet(
    [
      cover(film, { left: MARGIN, top: COVER_TOP, width: COVER_WIDTH }),
      box(
        {
          position: 'absolute',
          left: COLUMN.left,
          top: COLUMN.top,
          width: COLUMN.width,
          height: COLUMN.bottom - COLUMN.top,
          flexDirection: 'column',
        },
        [
          heading(titleOf(film), {
            width: COLUMN.width,
            height: 216,
            sizes: [92, 84, 76, 68, 60, 54, 48, 42, 36],
          }),
          box({ width: COLUMN.width, height: 2, marginTop: 26, marginBottom: 22, backgroundColor: INK }),
          ...facts(film),
          box({ flexGrow: 1 }),
          tickets(film),
        ],
      ),
    ],
    [WORDMARK, footNote(`Spine ${film.spine}`)],
  )
}

function facts({ director, country, year, running_time }: Film): Node[] {
  const directors = settable(director)
  const countries = country === null ? undefined : settable(country)
  const others = [
    ...(year === null ? [] : [{ label: 'Year', value: String(year), width: 66 }]),
    ...(running_time === null ? [] : [{ label: 'Running time', value: `${running_time} min`, width: 130 }]),
  ]
  const width = others.reduce((rest, other) => rest - GAP - other.width, COLUMN.width)
  const place = countries && {
    label: countryNames(countries).length === 1 ? 'Country' : 'Countries',
    value: countries,
    width,
  }
  return [
    ...(directors === undefined
      ? []
      : [
          fact({
            label: directorNames(directors).length === 1 ? 'Director' : 'Directors',
            value: directors,
            width: COLUMN.width,
          }),
        ]),
    box({ gap: GAP, marginTop: 14 }, [...(place ? [place] : []), ...others].map(fact)),
  ]
}

/** What does not fit is left out, word by word. */
function fact({ label, value, width }: { label: string; value: string; width: number }): Node {
  return box({ flexDirection: 'column' }, [
    text(label, { fontSize: 20, color: QUIET }),
    text(fitTitle(value, width / (FACT_SIZE * SANS)), {
      fontSize: FACT_SIZE,
      fontWeight: 600,
      maxWidth: width,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    }),
  ])
}

/** The formats of the film as tickets. One that is out of print has a perforated edge. */
function tickets(film: Film): Node {
  const released = FORMATS.filter((format) => film[format])
  const isGone = released.length > 0 && released.every((format) => film[`${format}_oop`])
  return box({ gap: 12, alignItems: 'center' }, [
    ...released.map((format) => ticket(format, film[`${format}_oop`])),
    ...(isGone ? [text('Out of print', { fontSize: 24, color: ACCENT, marginLeft: 10 })] : []),
  ])
}

function ticket(format: Format, isOutOfPrint: boolean): Node {
  return box(
    {
      width: 84,
      height: 50,
      alignItems: 'center',
      justifyContent: 'center',
      border: `2px ${isOutOfPrint ? 'dashed' : 'solid'} ${EDGE}`,
      borderRadius: 4,
      color: QUIET,
    },
    [text(FORMAT_LABELS[format], { fontSize: 23, fontWeight: 600, letterSpacing: '0.02em', lineHeight: 1 })],
  )
}
