import { Suspense } from 'react'
import { FORMATS } from '../../../domain/film/formats.ts'
import { FIRST_VIEW_ID } from '../../../domain/first-view.ts'
import { deferredComponent } from '../../app/deferred-component.tsx'
import type { ShownFilm } from '../../data/film-columns.ts'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import { FilmCover } from '../../features/film/card/film-cover.tsx'
import { Elsewhere } from '../../features/film/page/elsewhere.tsx'
import { FilmFacts } from '../../features/film/page/film-facts.tsx'
import { ReleaseTable } from '../../features/film/page/release-table.tsx'
import styles from './film-article.module.css'
import { FilmSets } from './film-sets.tsx'
import { useWasSignedIn } from './use-was-signed-in.ts'
import { VisitorTick, VisitorToggles, VisitorWish } from './visitor-film-marks.tsx'

const OwnTick = deferredComponent(() => import('./own-film-marks.tsx').then((marks) => marks.OwnTick))
const OwnInSets = deferredComponent(() => import('./own-film-marks.tsx').then((marks) => marks.OwnInSets))
const OwnWish = deferredComponent(() => import('./own-film-marks.tsx').then((marks) => marks.OwnWish))
const OwnDetails = deferredComponent(() => import('./own-details.tsx').then((own) => own.OwnDetails))
const OwnToggles = deferredComponent(() => import('./own-film-marks.tsx').then((marks) => marks.OwnToggles))
const OwnUnlistedRow = deferredComponent(() =>
  import('./own-film-marks.tsx').then((marks) => marks.OwnUnlistedRow),
)

interface Props {
  film: ShownFilm
  /** The person who is signed in; undefined for a visitor. */
  userId: string | undefined
  askToSignIn: AskToSignIn
}

/** A film with everything that is known of it, and what a person has ticked about it. */
export function FilmArticle({ film, userId, askToSignIn }: Props) {
  const wasSignedIn = useWasSignedIn(userId)
  const unlisted = FORMATS.filter((format) => !film[format])
  return (
    <article className={styles.film}>
      <div className={styles.cover}>
        <FilmCover film={film} eager size="large" />
      </div>
      <div className={styles.head}>
        <h1 className={styles.title}>{film.title}</h1>
        <FilmFacts film={film} />
      </div>
      <div className={styles.marks}>
        {userId === undefined ? (
          <VisitorToggles film={film} askToSignIn={askToSignIn} />
        ) : (
          <Suspense fallback={<VisitorToggles film={film} disabled />}>
            <OwnToggles film={film} userId={userId} askToSignIn={askToSignIn} />
          </Suspense>
        )}
      </div>
      <div id={FIRST_VIEW_ID} className={styles.details}>
        <ReleaseTable
          film={film}
          renderTick={(format) =>
            userId === undefined ? (
              <VisitorTick film={film} format={format} askToSignIn={askToSignIn} />
            ) : (
              <Suspense fallback={<VisitorTick film={film} format={format} disabled />}>
                <OwnTick film={film} format={format} userId={userId} />
              </Suspense>
            )
          }
          renderNote={(format) =>
            userId !== undefined && (
              <Suspense>
                <OwnInSets film={film} format={format} userId={userId} />
              </Suspense>
            )
          }
          renderWish={(format) =>
            userId === undefined ? (
              <VisitorWish film={film} format={format} askToSignIn={askToSignIn} />
            ) : (
              <Suspense fallback={<VisitorWish film={film} format={format} disabled />}>
                <OwnWish film={film} format={format} userId={userId} askToSignIn={askToSignIn} />
              </Suspense>
            )
          }
        >
          {userId !== undefined && (
            <Suspense>
              {unlisted.map((format) => (
                <OwnUnlistedRow key={format} film={film} format={format} userId={userId} />
              ))}
            </Suspense>
          )}
        </ReleaseTable>
        <FilmSets film={film} userId={userId} />
        {wasSignedIn && (
          <Suspense>
            <OwnDetails film={film} askToSignIn={askToSignIn} />
          </Suspense>
        )}
      </div>
      <div className={styles.elsewhere}>
        <Elsewhere film={film} />
      </div>
    </article>
  )
}

/** The same without a film, in the same sizes, so that nothing moves when it is loaded. */
export function BlankArticle() {
  return (
    <div className={styles.film} role="status">
      <span className="visually-hidden">Loading film...</span>
      <div className={`${styles.cover} ${styles.blankCover}`} />
      <div className={styles.head}>
        <div className={`${styles.title} ${styles.blankTitle}`} />
      </div>
    </div>
  )
}
