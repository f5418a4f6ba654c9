import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect } from 'react'
import { PATHS } from '../../domain/paths.ts'
import { deferredComponent } from '../app/deferred-component.tsx'
import { replayEarlyClicks } from '../app/hydration/replay-clicks.ts'
import { AccountControls } from '../features/auth/account-controls.tsx'
import { useSignInDialog } from '../features/auth/use-sign-in-dialog.tsx'
import { Banner } from '../features/catalogue/banner/banner.tsx'
import { Catalogue } from '../features/catalogue/catalogue.tsx'
import { type CatalogueFilm, catalogueFilms } from '../features/catalogue/films/films-query.ts'
import { GridMessage } from '../features/catalogue/grid/grid-message.tsx'
import { CollectionSearch } from '../features/catalogue/toolbar/collection-search.tsx'
import type { View } from '../features/catalogue/toolbar/view.ts'
import { OffscreenCard } from '../features/film/card/offscreen-card.tsx'
import { ReleasedFormats, ReleasedFormatsSkeleton } from '../features/film/card/released-formats.tsx'
import { FormatChecksSkeleton } from '../features/tracking/format-checks-skeleton.tsx'
import type { Session } from '../session/session.tsx'
import { useSession } from '../session/session.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { HomeCard } from './home-card.tsx'

const route = getRouteApi(PATHS.home)
const OwnMarks = deferredComponent(() => import('./own-marks.tsx').then((marks) => marks.OwnMarks))

/** The same page while its route loads. It does not query the films, which the loader fetches. */
export function PendingHomePage() {
  return <HomePage pending />
}

export function HomePage({ pending = false }: { pending?: boolean }) {
  const { after, ...view } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { entry } = route.useRouteContext()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : undefined
  const [askToSignIn, signInDialog] = useSignInDialog()
  useAutomaticUpdate(session)
  useEffect(replayEarlyClicks, [])

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
    navigate({ search: (view) => ({ ...view, after: undefined, ...change }), replace })
  }

  return (
    <PageFrame
      // A search replaces the history entry, so that going back leads to before it.
      search={<CollectionSearch q={view.q} onSearch={(q) => change({ q }, true)} />}
      actions={<AccountControls />}
    >
      {session.status === 'signed-out' && <Banner view={view} />}
      {userId !== undefined && (
        <Suspense>
          <OwnMarks userId={userId} />
        </Suspense>
      )}
      <Catalogue
        list={catalogueFilms(view, after)}
        view={view}
        entry={entry}
        ready={!pending}
        loadingText="Loading collection..."
        onChange={change}
        renderFilm={renderFilm}
        renderOffscreen={renderOffscreen}
        skeletonFoot={userId === undefined ? <ReleasedFormatsSkeleton /> : <FormatChecksSkeleton />}
        empty={<GridMessage plate="0" sentence="The catalogue has no films yet." />}
      />
      {signInDialog}
    </PageFrame>
  )
}

/** Runs the automatic update of formats for admins. Its code is a separate chunk, which others do not load. */
function useAutomaticUpdate(session: Session): void {
  const cache = useQueryClient()
  const isAdmin = session.status === 'signed-in' && session.isAdmin

  useEffect(() => {
    if (!isAdmin) return
    import('../features/admin/automatic-update.ts')
      .then(({ updateOnHome }) => updateOnHome(cache))
      .catch((error) => console.warn(error))
  }, [isAdmin, cache])
}
