import { memo, Suspense } from 'react'
import { deferredComponent } from '../../app/deferred-component.tsx'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import type { CatalogueFilm } from '../../features/catalogue/films/films-query.ts'
import { FilmCard } from '../../features/film/card/film-card.tsx'
import { ReleasedFormats } from '../../features/film/card/released-formats.tsx'
import { FormatChecksSkeleton } from '../../features/tracking/format-checks-skeleton.tsx'

const VisitorActions = deferredComponent(() =>
  import('./visitor-actions.tsx').then((actions) => actions.VisitorActions),
)
const OwnActions = deferredComponent(() => import('./own-marks.tsx').then((marks) => marks.OwnActions))
const OwnCoverMarks = deferredComponent(() => import('./own-marks.tsx').then((marks) => marks.OwnCoverMarks))
const FormatChecks = deferredComponent(() => import('./own-marks.tsx').then((marks) => marks.FormatChecks))

interface Props {
  film: CatalogueFilm
  eager: boolean
  /** The person who is signed in; undefined for a visitor. */
  userId: string | undefined
  askToSignIn: AskToSignIn
}

/** A card of the home page. Memoized, so that the hundreds already shown do not render again with the next films. */
export const HomeCard = memo(function HomeCard({ film, eager, userId, askToSignIn }: Props) {
  const actions = (
    <Suspense>
      {userId === undefined ? (
        <VisitorActions film={film} askToSignIn={askToSignIn} />
      ) : (
        <OwnActions film={film} userId={userId} askToSignIn={askToSignIn} />
      )}
    </Suspense>
  )
  const marks = userId !== undefined && (
    <Suspense>
      <OwnCoverMarks film={film} userId={userId} />
    </Suspense>
  )
  return (
    <FilmCard film={film} eager={eager} actions={actions} marks={marks}>
      {userId === undefined ? (
        <ReleasedFormats film={film} />
      ) : (
        <Suspense fallback={<FormatChecksSkeleton />}>
          <FormatChecks film={film} userId={userId} />
        </Suspense>
      )}
    </FilmCard>
  )
})
