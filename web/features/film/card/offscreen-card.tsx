import type { ReactNode } from 'react'
import { Byline } from './byline.tsx'
import cardStyles from './film-card.module.css'
import styles from './offscreen-card.module.css'

interface Props {
  film: { title: string; director: string; year: number | null }
  /** A placeholder as high as the content below the title of the full card. */
  foot?: ReactNode
}

/** A card far from the viewport: only its size and its text, which the browser's search and screen readers use. */
export function OffscreenCard({ film, foot }: Props) {
  return (
    <article className={`${cardStyles.card} ${styles.offscreen}`}>
      <h3 className={cardStyles.title}>{film.title}</h3>
      <Byline film={film} />
      {foot}
    </article>
  )
}
