import { DRAWINGS } from './compositions.ts'
import { designOf, mix } from './design.ts'
import type { Shape } from './drawing.ts'
import palettes from './palettes.module.css'
import { SpinePlate } from './spine-plate.tsx'
import { MARGIN, setTitle } from './title-setting.ts'
import styles from './typographic-cover.module.css'

interface TypographicCoverProps {
  film: { spine: number; title: string; director: string; year: number }
}

/** The printed cover of a film without box art. Decorative: the card sets the same words again below it. */
export function TypographicCover({ film }: TypographicCoverProps) {
  const { composition, palette, variant } = designOf(film.spine)
  const besideStrip = composition === 'strip'
  const title = setTitle(film.title, film.director, film.year, besideStrip ? 27 : MARGIN)
  const inset = besideStrip ? styles.inset : ''
  const sheet = { top: title.top, spine: film.spine, roll: dice(variant) }
  const mirrored = MIRRORED.has(composition) && variant & 1
  const swapped = variant & 2
  return (
    <div
      aria-hidden="true"
      className={`${styles.cover} ${palettes[palette]} ${swapped ? styles.swapped : ''}`}
      data-composition={composition}
    >
      <svg
        viewBox="0 0 100 124.2"
        className={`${styles.drawing} ${mirrored ? styles.mirrored : ''}`}
        aria-hidden="true"
      >
        {DRAWINGS[composition](sheet).map(drawn)}
      </svg>
      <p className={`${styles.title} ${styles[`size${title.step}`]} ${inset}`}>{title.lines.join('\n')}</p>
      <p className={`${styles.credit} ${inset}`}>{title.credit.join('\n')}</p>
      <SpinePlate spine={film.spine} />
    </div>
  )
}

const MIRRORED = new Set([
  'lens',
  'stairs',
  'beam',
  'curtain',
  'slope',
  'contour',
  'ridges',
  'sails',
  'facade',
  'discs',
  'weave',
])

/** A composition's choices, one after another, out of one number. */
function dice(variant: number): (sides: number) => number {
  let cast = 0
  return (sides) => mix(variant, ++cast) % sides
}

function drawn(shape: Shape, index: number) {
  switch (shape.kind) {
    case 'area':
      return <path key={index} className={styles[shape.tone]} d={shape.d} />
    case 'line':
      return (
        <path
          key={index}
          className={`${shape.dash ? styles.dashed : styles.line} ${styles[shape.tone]}`}
          d={shape.d}
          strokeWidth={shape.width}
          strokeDasharray={shape.dash}
        />
      )
    case 'figure':
      return (
        <text
          key={index}
          className={`${styles.figure} ${styles[shape.tone]}`}
          x={shape.x}
          y={shape.y}
          fontSize={shape.size}
        >
          {shape.text}
        </text>
      )
  }
}
