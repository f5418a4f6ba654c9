import { shapesOf } from './compositions.ts'
import type { Design } from './design.ts'
import type { Shape } from './drawing.ts'
import styles from './typographic-cover.module.css'

interface CoverDrawingProps {
  spine: number
  design: Design
  top: number
}

/** The drawing of a cover. It uses only classes, because the page's content policy allows no inline styles. */
export function CoverDrawing({ spine, design, top }: CoverDrawingProps) {
  const { shapes, isMirrored, isSwapped } = shapesOf(spine, design, top)
  const mirrored = isMirrored ? ` ${styles.mirrored}` : ''
  const swapped = isSwapped ? ` ${styles.swapped}` : ''
  return (
    <svg
      viewBox="0 0 100 124.2"
      className={`${styles.drawing}${mirrored}${swapped}`}
      data-composition={design.composition}
      aria-hidden="true"
    >
      {shapes.map(renderShape)}
    </svg>
  )
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
