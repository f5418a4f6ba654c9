import styles from './shelf.module.css'
import { DISCS, type Disc } from './shelf-discs.ts'

const HEIGHTS: Record<Disc['case'], number> = { laserdisc: 300, dvd: 232, bluray: 210 }
const SHELF_HEIGHT = HEIGHTS.laserdisc
const PLATE_HEIGHT = 23
const GAP = 2
const WIDTH = DISCS.reduce((sum, { thickness }) => sum + thickness + GAP, -GAP)

/** A decorative row of discs at the bottom of the banner, cut off at the edge of the page. */
export function Shelf() {
  let end = 0
  return (
    <svg
      className={styles.shelf}
      viewBox={`0 0 ${WIDTH} ${SHELF_HEIGHT}`}
      preserveAspectRatio="xMinYMax slice"
      aria-hidden="true"
    >
      {DISCS.map((disc) => {
        const left = end
        end += disc.thickness + GAP
        return <Spine key={disc.spine} disc={disc} left={left} />
      })}
    </svg>
  )
}

function Spine({ disc, left }: { disc: Disc; left: number }) {
  const height = HEIGHTS[disc.case]
  const middle = disc.thickness / 2
  return (
    <g className={styles[disc.palette]} transform={`translate(${left} ${SHELF_HEIGHT - height})`}>
      <rect className={styles.case} width={disc.thickness} height={height} />
      <text className={styles.title} transform={`translate(${middle} 12) rotate(90)`}>
        {disc.title}
      </text>
      <rect className={styles.plate} y={height - PLATE_HEIGHT} width={disc.thickness} height={PLATE_HEIGHT} />
      <text className={styles.number} x={middle} y={height - PLATE_HEIGHT / 2}>
        {disc.spine}
      </text>
    </g>
  )
}
