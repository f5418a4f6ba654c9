import styles from './shelf.module.css'

interface Spine {
  spine: number
  title: string
  width: number
  height: number
  colour: keyof typeof COLOURS
}

const COLOURS = {
  bone: styles.bone,
  harbour: styles.harbour,
  brick: styles.brick,
  soot: styles.soot,
  mustard: styles.mustard,
  forest: styles.forest,
  burgundy: styles.burgundy,
  mist: styles.mist,
  midnight: styles.midnight,
  blush: styles.blush,
}

// LaserDiscs stand taller than DVDs, and those taller than Blu-rays.
const LD = 300
const DVD = 232
const BD = 210

const SPINES: readonly Spine[] = [
  { spine: 1, title: 'Grand Illusion', width: 13, height: LD, colour: 'midnight' },
  { spine: 2, title: 'Seven Samurai', width: 13, height: LD, colour: 'mustard' },
  { spine: 51, title: 'Brazil', width: 21, height: LD, colour: 'bone' },
  { spine: 97, title: 'Do the Right Thing', width: 30, height: DVD, colour: 'brick' },
  { spine: 140, title: '8½', width: 30, height: DVD, colour: 'blush' },
  { spine: 147, title: 'In the Mood for Love', width: 26, height: DVD, colour: 'harbour' },
  { spine: 217, title: 'Tokyo Story', width: 36, height: DVD, colour: 'mist' },
  { spine: 326, title: 'Metropolitan', width: 26, height: BD, colour: 'forest' },
  { spine: 397, title: 'Ivan’s Childhood', width: 26, height: BD, colour: 'soot' },
  { spine: 444, title: 'Le plaisir', width: 26, height: BD, colour: 'burgundy' },
]

const GAP = 2
const PLATE = 22

/** A few discs of the collection on the rule below the banner, as an ornament. */
export function Shelf() {
  let x = 0
  return (
    <svg className={styles.shelf} viewBox={`0 0 ${WIDTH} ${LD}`} aria-hidden="true">
      {SPINES.map(({ spine, title, width, height, colour }) => {
        const left = x
        x += width + GAP
        return (
          <g key={spine} className={COLOURS[colour]} transform={`translate(${left} ${LD - height})`}>
            <rect className={styles.case} width={width} height={height} />
            <text className={styles.title} transform={`translate(${width / 2} 12) rotate(90)`}>
              {title}
            </text>
            <rect className={styles.plate} y={height - PLATE} width={width} height={PLATE} />
            <text className={styles.number} x={width / 2} y={height - PLATE / 2}>
              {spine}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const WIDTH = SPINES.reduce((sum, { width }) => sum + width + GAP, -GAP)
