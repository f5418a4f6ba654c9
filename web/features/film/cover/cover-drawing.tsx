import { DRAWINGS, MIRRORED } from './compositions.ts'
import { type Design, mix } from './design.ts'
import type { Shape } from './drawing.ts'
import styles from './typographic-cover.module.css'

interface CoverDrawingProps {
  spine: number
  design: Design
  top: number
}

/** The drawing of a cover. It uses only classes, because the page's content policy allows no inline styles. */
export function CoverDrawing({ spine, design: { composition, variant }, top }: CoverDrawingProps) {
  const mirrored = MIRRORED.has(composition) && variant & 1 ? ` ${styles.mirrored}` : ''
  const swapped = variant & 2 ? ` ${styles.swapped}` : ''
  return (
    <svg
      viewBox="0 0 100 124.2"
      className={`${styles.drawing}${mirrored}${swapped}`}
      data-composition={composition}
      aria-hidden="true"
    >
      {DRAWINGS[composition]({ top, spine, roll: dice(variant) }).map(renderShape)}
    </svg>
  )
}

/** Derives the successive choices of a composition from one number. */
function dice(variant: number): (sides: number) => number {
  let cast = 0
  return (sides) => mix(variant, ++cast) % sides
}

function renderShape(shape: Shape, index: number) {
  const tone = styles[shape.tone]
  switch (shape.kind) {
    case 'area':
      return <path key={index} className={tone} d={shape.d} />
    case 'line':
      return (
        <path
          key={index}
          className={`${shape.dash ? styles.dashed : styles.line} ${tone}`}
          d={shape.d}
          strokeWidth={shape.width}
          strokeDasharray={shape.dash}
        />
      )
    case 'figure':
      return (
        <text
          key={index}
          className={`${styles.figure} ${tone}`}
          x={shape.x}
          y={shape.y}
          fontSize={shape.size}
        >
          {shape.text}
        </text>
      )
  }
}
