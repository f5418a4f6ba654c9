import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { deferredComponent } from '../../app/deferred-component.tsx'
import type { PickedParts } from '../../features/catalogue/pick/pick-dialog.tsx'
import { FilmCover } from '../../features/film/card/film-cover.tsx'
import { factsText } from '../../features/film/page/facts-text.ts'
import { filmQuery } from '../../features/film/page/film-query.ts'
import buttons from '../../ui/button/button.module.css'
import { FilmLink } from '../../ui/link/film-link.tsx'
import styles from './picked-film.module.css'
import { PickedFormats } from './picked-formats.tsx'

const OwnPickedMarks = deferredComponent(() =>
  import('./own-picked-marks.tsx').then((marks) => marks.OwnPickedMarks),
)

interface Props extends PickedParts {
  spine: number
  /** The person who is signed in; undefined for a visitor. */
  userId: string | undefined
}

/** The film that was picked from a list. */
export function PickedFilm({ spine, userId, outOf, another }: Props) {
  const { data: film, errorUpdateCount, refetch } = useQuery(filmQuery(useQueryClient(), spine))
  if (!film) {
    return (
      <div className={styles.message}>
        <h2 id="picked" className={styles.title}>
          {film === null ? `There is no spine ${spine}.` : `Spine ${spine}`}
        </h2>
        {film === undefined && (
          <p>{errorUpdateCount > 0 ? 'The film could not be loaded.' : 'Loading film...'}</p>
        )}
        <div className={styles.buttons}>
          {film === undefined && errorUpdateCount > 0 && (
            <button type="button" className={`${buttons.button} ${buttons.solid}`} onClick={() => refetch()}>
              Try again
            </button>
          )}
          {another}
        </div>
      </div>
    )
  }
  const { title } = film
  return (
    <article className={styles.film}>
      <div className={styles.cover}>
        <FilmCover key={film.id} film={film} eager />
      </div>
      <div className={styles.words}>
        <p className={styles.quiet}>{outOf}</p>
        <h2 id="picked" className={styles.title}>
          {title}
        </h2>
        <p>{factsText(film)}</p>
        {userId === undefined ? (
          <PickedFormats film={film} />
        ) : (
          <Suspense fallback={<PickedFormats film={film} />}>
            <OwnPickedMarks key={film.id} film={film} userId={userId} />
          </Suspense>
        )}
        <div className={styles.buttons}>
          <FilmLink spine={spine} className={`${buttons.button} ${buttons.solid}`}>
            Open
          </FilmLink>
          {another}
        </div>
      </div>
    </article>
  )
}
