import type { Node } from '@takumi-rs/core'
import type { CoverFilm } from '../../domain/pictures.ts'
import { shapesOf } from '../features/film/cover/compositions.ts'
import { type Design, designOf } from '../features/film/cover/design.ts'
import type { Shape, Tone } from '../features/film/cover/drawing.ts'
import {
  CREDIT_SIZE,
  MARGIN,
  STRIP_MARGIN,
  setTitle,
  TITLE_SIZES,
} from '../features/film/cover/title-setting.ts'
import { mixInOklab, mixInSrgb, palette } from './colours.ts'
import { settable } from './fonts.ts'
import { box, DISPLAY, SANS_TEXT, svg, text } from './nodes.ts'

/** The height of a cover that is 100 wide. */
export const COVER_RATIO = 1.242

/** Where the baseline of a line of digits is, from the top of a line as high as the type. */
const DIGITS_BASELINE = 0.862

interface Placed {
  left: number
  top: number
  width: number
}

/** The typographic cover of a film, with the measures of `features/film/cover`, where one unit is a hundredth of the width. */
export function cover(film: CoverFilm, { left, top, width }: Placed): Node {
  const design = designOf(film.spine)
  const { ground, ink } = palette(design.palette)
  const unit = width / 100
  const margin = design.composition === 'strip' ? STRIP_MARGIN : MARGIN
  const director = settable(film.director)
  const setting = setTitle(
    titleOf(film),
    director ?? String(film.year ?? ''),
    director === undefined ? null : film.year,
    margin,
  )
  const size = TITLE_SIZES[setting.step] ?? 0
  const titleFoot = 7 + setting.lines.length * size * 1.04
  const height = width * COVER_RATIO
  return box(
    {
      position: 'absolute',
      left,
      top,
      width,
      height,
      overflow: 'hidden',
      backgroundColor: ground,
      color: ink,
    },
    [
      ...drawing(film.spine, design, setting.top, width),
      text(setting.lines.join('\n'), {
        ...DISPLAY,
        position: 'absolute',
        left: margin * unit,
        top: 7 * unit,
        fontSize: size * unit,
      }),
      text(setting.credit.join('\n'), {
        ...SANS_TEXT,
        position: 'absolute',
        left: margin * unit,
        top: (titleFoot + 2.6) * unit,
        fontSize: CREDIT_SIZE * unit,
        fontWeight: 500,
      }),
      plate(film.spine, 6 * unit, ink, ground),
      box({
        position: 'absolute',
        left: 0,
        top: 0,
        width,
        height,
        border: `1px solid ${mixInSrgb(ink, 0.16, ground)}`,
      }),
    ],
  )
}

/** A title that the typefaces can set. */
export function titleOf({ title, spine }: Pick<CoverFilm, 'title' | 'spine'>): string {
  return settable(title) ?? `Spine ${spine}`
}

function plate(spine: number, fontSize: number, ground: string, ink: string): Node {
  return box(
    {
      position: 'absolute',
      right: 0,
      bottom: 0,
      padding: `${0.3 * fontSize}px ${0.62 * fontSize}px ${0.34 * fontSize}px`,
      backgroundColor: ground,
      color: ink,
    },
    [text(String(spine), { ...SANS_TEXT, fontSize, fontWeight: 650, lineHeight: 1.1 })],
  )
}

function drawing(spine: number, design: Design, top: number, width: number): Node[] {
  const { shapes, isMirrored, isSwapped } = shapesOf(spine, design, top)
  const { ground, ink, accents } = palette(design.palette)
  const [lead, second] = isSwapped ? accents.toReversed() : accents
  if (lead === undefined || second === undefined) throw new Error('A palette has two accents.')
  const tones: Record<Tone, string> = {
    ground,
    ink,
    lead,
    second,
    shade: mixInOklab(lead, 0.74, '#000000'),
    tint: mixInOklab(lead, 0.38, ground),
  }
  const turn = isMirrored ? ' transform="translate(100) scale(-1 1)"' : ''
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 124.2"><g${turn}>${shapes.map((shape) => element(shape, tones)).join('')}</g></svg>`
  const height = width * COVER_RATIO
  return [
    svg(markup, { left: 0, top: 0, width, height }),
    ...shapes.flatMap((shape) => (shape.kind === 'figure' ? [figure(shape, tones, width / 100)] : [])),
  ]
}

function element(shape: Shape, tones: Record<Tone, string>): string {
  const colour = tones[shape.tone]
  switch (shape.kind) {
    case 'area':
      return `<path fill="${colour}" d="${shape.d}"/>`
    case 'line': {
      const ends = shape.dash ? ` stroke-dasharray="${shape.dash}"` : ' stroke-linecap="round"'
      return `<path fill="none" stroke="${colour}" stroke-width="${shape.width}"${ends} d="${shape.d}"/>`
    }
    case 'figure':
      return ''
  }
}

/** Digits are text, because a picture within the picture has no typefaces. No composition draws over them. */
function figure(shape: Extract<Shape, { kind: 'figure' }>, tones: Record<Tone, string>, unit: number): Node {
  return text(shape.text, {
    ...DISPLAY,
    position: 'absolute',
    left: shape.x * unit,
    top: (shape.y - DIGITS_BASELINE * shape.size) * unit,
    color: tones[shape.tone],
    fontSize: shape.size * unit,
    fontWeight: 700,
    fontVariationSettings: '"opsz" 144',
    lineHeight: 1,
    letterSpacing: 0,
  })
}
