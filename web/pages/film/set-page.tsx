import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FILM_ROUTE, PATHS, SET_ROUTE } from '../../../domain/paths.ts'
import { deferredComponent } from '../../app/deferred-component.tsx'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { useSignInDialog } from '../../features/auth/use-sign-in-dialog.tsx'
import { GridMessage } from '../../features/catalogue/grid/grid-message.tsx'
import { CollectionSearch } from '../../features/catalogue/toolbar/collection-search.tsx'
import { setQuery } from '../../features/film/sets/set-query.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { BackToList } from '../../ui/link/back-to-list.tsx'
import { NotFoundPage } from '../not-found-page.tsx'
import { PageFrame } from '../page-frame.tsx'
import filmStyles from './film-page.module.css'
import { SetContents } from './set-contents.tsx'
import styles from './set-page.module.css'
import { useWasSignedIn } from './use-was-signed-in.ts'

const OwnMarks = deferredComponent(() => import('../lists/own-marks.tsx').then((marks) => marks.OwnMarks))

const OwnSetTicks = deferredComponent(() => import('./own-details.tsx').then((own) => own.OwnSetTicks))
const OwnSetCopies = deferredComponent(() => import('./own-details.tsx').then((own) => own.OwnSetCopies))

const route = getRouteApi(SET_ROUTE)

/** A box set without a spine. A set that has one is shown on the page of its spine. */
export function SetPage() {
  const { set: id } = route.useParams()
  const navigate = route.useNavigate()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : undefined
  const wasSignedIn = useWasSignedIn(userId)
  const [askToSignIn, signInDialog] = useSignInDialog()
  const { data: set, isFetching, errorUpdateCount, refetch } = useQuery(setQuery(id))

  if (set === null) return <NotFoundPage />
  if (set && set.spine !== null) return <Navigate to={FILM_ROUTE} params={{ spine: set.spine }} replace />
  return (
    <PageFrame
      title={set?.title ?? 'Box set'}
      search={
        <CollectionSearch
          q=""
          resultsAt={PATHS.home}
          onSearch={(q) => navigate({ to: PATHS.home, search: { q } })}
        />
      }
      actions={<AccountControls />}
    >
      <div className={filmStyles.bar}>
        <BackToList />
      </div>
      {userId !== undefined && (
        <Suspense>
          <OwnMarks userId={userId} />
        </Suspense>
      )}
      {set ? (
        <div className={styles.set}>
          <p className={styles.kind}>Box set</p>
          <h1 className={styles.title}>{set.title}</h1>
          {userId !== undefined && (
            <Suspense fallback={<div className={filmStyles.ownSet} />}>
              <OwnSetTicks set={set} userId={userId} />
            </Suspense>
          )}
          <SetContents set={set} userId={userId} />
          {wasSignedIn && (
            <Suspense>
              <OwnSetCopies set={set} askToSignIn={askToSignIn} />
            </Suspense>
          )}
        </div>
      ) : errorUpdateCount > 0 ? (
        <GridMessage plate="–" sentence="This box set could not be loaded.">
          <Button look="solid" aria-disabled={isFetching} onClick={() => isFetching || refetch()}>
            Try again
          </Button>
        </GridMessage>
      ) : (
        <p className={styles.loading} role="status">
          Loading box set...
        </p>
      )}
      {signInDialog}
    </PageFrame>
  )
}
