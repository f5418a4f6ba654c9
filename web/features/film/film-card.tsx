import { memo, type ReactNode } from 'react'
import type { Tables } from '../../../domain/database.types.ts'
import type { LinkedFilm } from '../../../domain/links.ts'
import { ActionPanel } from './action-panel.tsx'
import styles from './film-card.module.css'
import { FilmCover } from './film-cover.tsx'

type CardFilm = LinkedFilm & Pick<Tables<'films'>, 'spine' | 'director' | 'year' | 'box_art_url'>

interface Props {
  film: CardFilm
  /** What the panel offers above "More Info"; without it the card is for looking only. */
  actions?: ReactNode
  /** Loads the box art at once: the card is in sight from the start. */
  eager?: boolean
  /** What stands below the names, such as the formats. */
  children?: ReactNode
}

/** Hundreds of them are on a page: with the same film and the same parts it is not drawn again. */
export const FilmCard = memo(function FilmCard({ film, actions, eager = false, children }: Props) {
  const year = film.year === null ? '' : `\u2009·\u2009${film.year}`
  return (
    <article className={styles.card}>
      <FilmCover film={film} eager={eager}>
        {actions && <ActionPanel film={film} actions={actions} />}
      </FilmCover>
      <div className={styles.caption}>
        <h3 className={styles.title} title={film.title}>
          {film.title}
        </h3>
        <p className={styles.byline} title={film.director}>
          <span className={styles.director}>{film.director}</span>
          <span className={styles.year}>{year}</span>
        </p>
      </div>
      <div className={styles.slot}>{children}</div>
    </article>
  )
})
