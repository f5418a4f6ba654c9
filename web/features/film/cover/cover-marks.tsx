import { Bookmark, Eye } from 'lucide-react'
import styles from './cover-marks.module.css'
import { designOf } from './design.ts'
import palettes from './palettes.module.css'

interface Props {
  spine: number
  wanted: boolean
  watched: boolean
}

/** Whether a person wants a film and has watched it, in the bottom left corner of its cover. */
export function CoverMarks({ spine, wanted, watched }: Props) {
  if (!wanted && !watched) return null
  return (
    <ul className={`${styles.marks} ${palettes[designOf(spine).palette]}`} aria-label="Marks">
      {wanted && (
        <li title="On the wishlist">
          <Bookmark className={styles.filled} aria-hidden="true" />
          <span className="visually-hidden">On the wishlist</span>
        </li>
      )}
      {watched && (
        <li title="Watched">
          <Eye aria-hidden="true" />
          <span className="visually-hidden">Watched</span>
        </li>
      )}
    </ul>
  )
}
