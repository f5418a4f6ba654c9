import type { ReactNode } from 'react'
import { deferredInBrowser } from '../../../app/deferred-component.tsx'
import { designOf } from './design.ts'
import palettes from './palettes.module.css'
import { MARGIN, STRIP_MARGIN, setTitle } from './title-setting.ts'
import styles from './typographic-cover.module.css'

const CoverDrawing = await deferredInBrowser(() =>
  import('./cover-drawing.tsx').then((drawing) => drawing.CoverDrawing),
)

interface TypographicCoverProps {
  film: { spine: number; title: string; director: string; year: number | null }
  /** Shown above the cover and below the spine plate. */
  children?: ReactNode
}

/**
 * The typographic cover of a film, as wide as its container, with the ratio 1288:1600. It is decorative, because the
 * card repeats its text.
 */
export function TypographicCover({ film, children }: TypographicCoverProps) {
  const design = designOf(film.spine)
  const besideStrip = design.composition === 'strip'
  const setting = setTitle(film.title, film.director, film.year, besideStrip ? STRIP_MARGIN : MARGIN)
  const inset = besideStrip ? ` ${styles.inset}` : ''
  return (
    <div aria-hidden="true" className={`${styles.cover} ${palettes[design.palette]}`}>
      <CoverDrawing spine={film.spine} design={design} top={setting.top} />
      <p className={`${styles.title} ${styles[`size${setting.step}`]}${inset}`}>{setting.lines.join('\n')}</p>
      <p className={`${styles.credit}${inset}`}>{setting.credit.join('\n')}</p>
      {children}
      <span className={styles.plate}>{film.spine}</span>
    </div>
  )
}
