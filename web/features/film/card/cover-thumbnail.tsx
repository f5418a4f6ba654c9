import { CoverDrawing } from '../cover/cover-drawing.tsx'
import { designOf } from '../cover/design.ts'
import palettes from '../cover/palettes.module.css'
import styles from './cover-thumbnail.module.css'
import { BoxArt } from './film-cover.tsx'

interface Props {
  film: { spine: number; title: string; director: string; year: number | null; box_art_url: string | null }
}

// Where a short title leaves off: here there is none, but the drawing is the one that people know.
const TOP = 46

/** A film's cover too small to be read: its drawing and its colours, or its box art. */
export function CoverThumbnail({ film }: Props) {
  const design = designOf(film.spine)
  return (
    <div className={`${styles.thumbnail} ${palettes[design.palette]}`} aria-hidden="true">
      <CoverDrawing spine={film.spine} design={design} top={TOP} />
      <BoxArt key={film.box_art_url} url={film.box_art_url} size="small" />
    </div>
  )
}
