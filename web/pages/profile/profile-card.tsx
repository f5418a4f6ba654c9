import { memo, Suspense } from 'react'
import { deferredComponent } from '../../app/deferred-component.tsx'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import type { ProfileFilm } from '../../features/catalogue/films/profile-films.ts'
import { FilmCard } from '../../features/film/card/film-card.tsx'
import { FormatBadges } from '../../features/film/card/format-badges.tsx'
import { CoverMarks } from '../../features/film/cover/cover-marks.tsx'
import type { ListName } from '../../features/profile/lists.ts'
import { PersonSets } from './person-sets.tsx'

const OwnActions = deferredComponent(() => import('../lists/own-marks.tsx').then((marks) => marks.OwnActions))
const OwnCoverMarks = deferredComponent(() =>
  import('../lists/own-marks.tsx').then((marks) => marks.OwnCoverMarks),
)
const FormatChecks = deferredComponent(() =>
  import('../lists/own-marks.tsx').then((marks) => marks.FormatChecks),
)

interface Props {
  film: ProfileFilm
  eager: boolean
  list: ListName
}

/**
 * A film on another person's profile page, without actions.
 * @param ownerId undefined if the page does not show through which sets that person owns films.
 */
export const ProfileCard = memo(function ProfileCard({
  film,
  eager,
  list,
  ownerId,
}: Props & { ownerId: string | undefined }) {
  return (
    <FilmCard film={film} eager={eager} marks={<FilmMarks film={film} list={list} />}>
      <FormatBadges film={film} withReleased={showsReleased(list)}>
        {ownerId !== undefined && <PersonSets filmId={film.id} ownerId={ownerId} />}
      </FormatBadges>
    </FilmCard>
  )
})

interface OwnProps extends Props {
  userId: string
  askToSignIn: AskToSignIn
}

/** A film on the person's own profile page, where it is marked as on the home page. */
export const OwnProfileCard = memo(function OwnProfileCard(props: OwnProps) {
  const { film, eager, list, userId, askToSignIn } = props
  return (
    <FilmCard
      film={film}
      eager={eager}
      actions={
        <Suspense>
          <OwnActions
            film={film}
            userId={userId}
            askToSignIn={askToSignIn}
            withPurchase={list === 'wishlist'}
          />
        </Suspense>
      }
      marks={
        <Suspense fallback={<FilmMarks film={film} list={list} />}>
          <OwnCoverMarks film={film} userId={userId} dimsUnowned={dimsUnowned(list)} />
        </Suspense>
      }
    >
      <Suspense fallback={<FormatBadges film={film} withReleased={showsReleased(list)} />}>
        <FormatChecks film={film} userId={userId} withOutOfPrint printsAll={list === 'wishlist'} />
      </Suspense>
    </FilmCard>
  )
})

/** Films that the person does not own are dimmed where all films are listed. */
function dimsUnowned(list: ListName): boolean {
  return list === 'all'
}

function FilmMarks({ film: { spine, wishlisted, watched, owned }, list }: Pick<Props, 'film' | 'list'>) {
  return (
    <CoverMarks
      spine={spine}
      wishlisted={wishlisted}
      watched={watched}
      dimmed={dimsUnowned(list) && !owned}
    />
  )
}

/** On the wishlist also the formats are shown that could be bought. */
function showsReleased(list: ListName): boolean {
  return list === 'wishlist'
}
