import type { ReactNode } from 'react'
import { Byline } from './byline.tsx'
import styles from './far-card.module.css'
import cardStyles from './film-card.module.css'

interface Props {
  film: { title: string; director: string; year: number | null }
  /** As high as what the card has below the names. */
  foot?: ReactNode
}

/** A card too far from the window to be seen: its place and its names, by which the page is searched and read aloud. */
export function FarCard({ film, foot }: Props) {
  return (
    <article className={`${cardStyles.card} ${styles.far}`}>
      <h3 className={cardStyles.title}>{film.title}</h3>
      <Byline film={film} />
      {foot}
    </article>
  )
}
