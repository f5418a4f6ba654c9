import { CoverDrawing } from '../cover/cover-drawing.tsx'
import { designOf } from '../cover/design.ts'
import palettes from '../cover/palettes.module.css'
import styles from './cover-thumbnail.module.css'
import { BoxArt } from './film-cover.tsx'

interface Props {
  film: { spine: number; title: string; director: string; year: number | null; box_art_url: string | null }
}

// Where the drawing starts below a short title; without a title the thumbnail still shows the same drawing.
const TOP = 46

/** A film's cover without text, for small sizes: its drawing, or its box art. */
export function CoverThumbnail({ film }: Props) {
  const design = designOf(film.spine)
  return (
    <div className={`${styles.thumbnail} ${palettes[design.palette]}`} aria-hidden="true">
      <CoverDrawing spine={film.spine} design={design} top={TOP} />
      <BoxArt key={film.box_art_url} url={film.box_art_url} size="small" />
    </div>
  )
}
