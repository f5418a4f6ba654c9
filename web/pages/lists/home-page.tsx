import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect } from 'react'
import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS } from '../../../domain/paths.ts'
import { deferredComponent, deferredInBrowser } from '../../app/deferred-component.tsx'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { useSignInDialog } from '../../features/auth/use-sign-in-dialog.tsx'
import { Banner } from '../../features/catalogue/banner/banner.tsx'
import { Catalogue } from '../../features/catalogue/catalogue.tsx'
import type { FilmList } from '../../features/catalogue/films/film-pages.ts'
import { type CatalogueFilm, catalogueFilms } from '../../features/catalogue/films/films-query.ts'
import { profileFilms } from '../../features/catalogue/films/profile-films.ts'
import type { FilteredPerson } from '../../features/catalogue/filters/filter-counts.ts'
import { GridMessage } from '../../features/catalogue/grid/grid-message.tsx'
import { CollectionSearch } from '../../features/catalogue/toolbar/collection-search.tsx'
import { FROM_BEGINNING, filtersOf, type View } from '../../features/catalogue/toolbar/view.ts'
import { OffscreenCard } from '../../features/film/card/offscreen-card.tsx'
import { ReleasedFormats, ReleasedFormatsSkeleton } from '../../features/film/card/released-formats.tsx'
import { FormatChecksSkeleton } from '../../features/tracking/format-checks-skeleton.tsx'
import type { Session } from '../../session/session.tsx'
import { useSession } from '../../session/session.tsx'
import { PageFrame } from '../page-frame.tsx'
import { HomeCard } from './home-card.tsx'

const route = getRouteApi(PATHS.home)
const FilmRows = await deferredInBrowser(() =>
  import('./film-rows.tsx').then((rows) => rows.FilmRows<CatalogueFilm>),
)
const CoverSelection = deferredComponent(() =>
  import('./film-rows.tsx').then((rows) => rows.CoverSelection<CatalogueFilm>),
)
const FilmShelf = await deferredInBrowser(() =>
  import('../../features/film/boards/film-shelf.tsx').then((shelf) => shelf.FilmShelf),
)
const PickedFilm = await deferredInBrowser(() => import('./picked-film.tsx').then((film) => film.PickedFilm))
const LAYOUTS = ['covers', 'list', 'shelf'] as const
const OwnHead = deferredComponent(() => import('./own-head.tsx').then((head) => head.OwnHead))

/** The same page while its route loads. It does not query the films, which the loader fetches. */
export function PendingHomePage() {
  return <HomePage pending />
}

export function HomePage({ pending = false }: { pending?: boolean }) {
  const { after, pick, ...view } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { entry } = route.useRouteContext()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : undefined
  const [askToSignIn, signInDialog] = useSignInDialog()
  useAutomaticUpdate(session)
  const person = userId === undefined ? undefined : ({ userId, isOwn: true, list: 'all' } as const)

  const films = {
    list: person ? ofPerson(person, view, after) : catalogueFilms(view, after),
    view,
    ready: !pending,
  }
  const renderFilm = useCallback(
    (film: CatalogueFilm, { inFirstRow }: { inFirstRow: boolean }) => (
      <HomeCard film={film} eager={inFirstRow} userId={userId} askToSignIn={askToSignIn} />
    ),
    [userId, askToSignIn],
  )
  const renderOffscreen = useCallback(
    (film: CatalogueFilm) => (
      <OffscreenCard
        film={film}
        foot={userId === undefined ? <ReleasedFormats film={film} /> : <FormatChecksSkeleton />}
      />
    ),
    [userId],
  )

  function change(change: Partial<View>, replace = false) {
    navigate({ search: (view) => ({ ...view, ...FROM_BEGINNING, ...change }), replace })
  }

  return (
    <PageFrame
      title={PAGE_TITLES.home}
      // A search replaces the history entry, so that going back leads to before it.
      search={<CollectionSearch q={view.q} onSearch={(q) => change({ q }, true)} />}
      actions={<AccountControls />}
    >
      {session.status === 'signed-out' && <Banner view={view} />}
      {userId !== undefined && (
        // Until the code has loaded, the banner keeps the films of a search hidden (banner.module.css).
        <Suspense fallback={view.q && <Banner view={view} />}>
          <OwnHead {...films} userId={userId} onSignedOut={askToSignIn} />
        </Suspense>
      )}
      <Catalogue
        {...films}
        entry={entry}
        loadingText="Loading collection..."
        onChange={change}
        filtered={person}
        layouts={LAYOUTS}
        pick={pick}
        renderPicked={(spine, parts) => <PickedFilm {...parts} spine={spine} userId={userId} />}
        renderLayout={(layout, shown) =>
          layout === 'list' ? (
            <FilmRows {...shown} userId={userId} askToSignIn={askToSignIn} />
          ) : (
            <FilmShelf {...shown} />
          )
        }
        renderSelection={
          userId === undefined
            ? undefined
            : (props) => (
                <Suspense>
                  <CoverSelection {...props} userId={userId} onSignedOut={askToSignIn} />
                </Suspense>
              )
        }
        renderFilm={renderFilm}
        renderOffscreen={renderOffscreen}
        skeletonFoot={userId === undefined ? <ReleasedFormatsSkeleton /> : <FormatChecksSkeleton />}
        empty={<GridMessage plate="0" sentence="The catalogue has no films yet." />}
      />
      {signInDialog}
    </PageFrame>
  )
}

/** The films of a view for a person. Only filters for their marks need more than the films that everybody sees. */
function ofPerson(
  { userId }: FilteredPerson,
  view: View,
  after: number | undefined,
): FilmList<CatalogueFilm> {
  const { mine, owned } = filtersOf(view)
  return mine.length + owned.length > 0
    ? profileFilms(userId, {}, view, true, after)
    : catalogueFilms(view, after)
}

/** Runs the automatic update of formats for admins. Its code is a separate chunk, which others do not load. */
function useAutomaticUpdate(session: Session): void {
  const cache = useQueryClient()
  const isAdmin = session.status === 'signed-in' && session.isAdmin

  useEffect(() => {
    if (!isAdmin) return
    import('../../features/admin/automatic-update.ts')
      .then(({ updateOnHome }) => updateOnHome(cache))
      .catch((error) => console.warn(error))
  }, [isAdmin, cache])
}
