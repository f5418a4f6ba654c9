import { Bookmark, Eye } from 'lucide-react'
import styles from './cover-marks.module.css'
import { designOf } from './design.ts'
import palettes from './palettes.module.css'

interface Props {
  spine: number
  wishlisted: boolean
  watched: boolean
}

/** The wishlist and watched marks of a person, in the bottom left corner of a cover. */
export function CoverMarks({ spine, wishlisted, watched }: Props) {
  if (!wishlisted && !watched) return null
  return (
    <ul className={`${styles.marks} ${palettes[designOf(spine).palette]}`} aria-label="Marks">
      {wishlisted && (
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
