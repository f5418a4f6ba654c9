import { Bookmark, Eye } from 'lucide-react'
import styles from './cover-marks.module.css'
import { designOf } from './design.ts'
import palettes from './palettes.module.css'

interface Props {
  spine: number
  wishlisted: boolean
  watched: boolean
  /** Dims the cover; the text below it does not change. */
  dimmed?: boolean
}

/** The wishlist and watched marks of a person, in the bottom left corner of a cover. */
export function CoverMarks({ dimmed = false, ...marks }: Props) {
  return (
    <>
      {dimmed && <span hidden data-dimming />}
      <MarkList {...marks} />
    </>
  )
}

function MarkList({ spine, wishlisted, watched }: Omit<Props, 'dimmed'>) {
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
