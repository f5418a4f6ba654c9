import type { ReactNode } from 'react'
import type { Tables } from '../../../../domain/database.types.ts'
import type { LinkedFilm } from '../../../../domain/film/links.ts'
import { ActionPanel } from '../panel/action-panel.tsx'
import { Byline } from './byline.tsx'
import styles from './film-card.module.css'
import { FilmCover } from './film-cover.tsx'

// What is in noscript, only the server draws.
const PlainLinks = import.meta.env.SSR ? (await import('../panel/plain-links.tsx')).PlainLinks : undefined

type CardFilm = LinkedFilm & Pick<Tables<'films'>, 'spine' | 'director' | 'year' | 'box_art_url'>

interface Props {
  film: CardFilm
  /** What the panel offers above "More Info". */
  actions?: ReactNode
  /** What lies on the cover, under the panel. */
  marks?: ReactNode
  /** Sets the cover back behind the others; the words stay as they are. */
  dimmed?: boolean
  /** Loads the box art at once: the card is in sight from the start. */
  eager?: boolean
  /** What stands below the names, such as the formats. */
  children?: ReactNode
}

export function FilmCard({ film, actions, marks, dimmed = false, eager = false, children }: Props) {
  return (
    <article className={styles.card}>
      <span className={styles.printedSpine} aria-hidden="true">
        {film.spine}
      </span>
      <FilmCover film={film} dimmed={dimmed} eager={eager}>
        {marks}
        <ActionPanel film={film} actions={actions} />
      </FilmCover>
      <div className={styles.caption}>
        <h3 className={styles.title} title={film.title}>
          {film.title}
        </h3>
        <Byline film={film} />
        <noscript>{PlainLinks && <PlainLinks film={film} />}</noscript>
      </div>
      <div className={styles.slot}>{children}</div>
    </article>
  )
}
