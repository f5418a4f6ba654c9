import type { ReactNode } from 'react'
import type { FilmSet, SetFilm } from '../../../../domain/film/sets.ts'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import { designOf } from '../cover/design.ts'
import palettes from '../cover/palettes.module.css'
import styles from './set-list.module.css'

/** A film of a set that has its row in the catalogue. */
export type ListedFilm = SetFilm & Required<Pick<SetFilm, 'listed'>>

interface Props {
  set: Pick<FilmSet, 'films'>
  /** Renders what is shown of the formats of a film. */
  renderFormats: (film: ListedFilm) => ReactNode
}

/** The films of a set, one a row. Those without a spine have no page. */
export function SetList({ set, renderFormats }: Props) {
  return (
    <ol className={styles.films}>
      {set.films.map((film, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a set's films is fixed
        <li key={index} className={styles.film}>
          {film.listed ? (
            <span className={`${styles.plate} ${palettes[designOf(film.listed.spine).palette]}`}>
              <span className="visually-hidden">Spine </span>
              {film.listed.spine}
            </span>
          ) : (
            <span className={styles.noPlate} />
          )}
          <p className={styles.names}>
            <span className={styles.title}>
              {film.listed ? <FilmLink spine={film.listed.spine}>{film.title}</FilmLink> : film.title}
            </span>{' '}
            <span className={styles.byline}>
              {[film.director, film.year].filter(Boolean).join('\u2009·\u2009')}
            </span>
          </p>
          <div className={styles.formats}>{isListed(film) && renderFormats(film)}</div>
        </li>
      ))}
    </ol>
  )
}

function isListed(film: SetFilm): film is ListedFilm {
  return film.listed !== undefined
}
