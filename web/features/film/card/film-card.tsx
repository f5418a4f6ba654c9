import type { ReactNode } from 'react'
import type { Tables } from '../../../../domain/database.types.ts'
import type { LinkedFilm } from '../../../../domain/film/links.ts'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import { ActionPanel } from '../panel/action-panel.tsx'
import { Byline } from './byline.tsx'
import styles from './film-card.module.css'
import { FilmCover } from './film-cover.tsx'

// The browser never renders the content of noscript, so only the server imports it.
const PlainLinks = import.meta.env.SSR ? (await import('../panel/plain-links.tsx')).PlainLinks : undefined

type CardFilm = LinkedFilm & Pick<Tables<'films'>, 'spine' | 'director' | 'year' | 'box_art_url'>

interface Props {
  film: CardFilm
  /** The actions in the panel, above "More Info". */
  actions?: ReactNode
  /** Shown on the cover, below the panel. */
  marks?: ReactNode
  /** Loads the box art at once, for a card that is visible from the start. */
  eager?: boolean
  /** Shown below the title, such as the formats. */
  children?: ReactNode
}

export function FilmCard({ film, actions, marks, eager = false, children }: Props) {
  return (
    <article className={styles.card}>
      <span className={styles.printedSpine} aria-hidden="true">
        {film.spine}
      </span>
      <FilmCover film={film} eager={eager}>
        {marks}
        <ActionPanel film={film} actions={actions} />
      </FilmCover>
      <div className={styles.caption}>
        <h3 className={styles.title} title={film.title}>
          <FilmLink spine={film.spine} preload>
            {film.title}
          </FilmLink>
        </h3>
        <Byline film={film} />
        <noscript>{PlainLinks && <PlainLinks film={film} />}</noscript>
      </div>
      <div className={styles.slot}>{children}</div>
    </article>
  )
}
