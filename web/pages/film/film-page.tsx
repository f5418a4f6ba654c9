import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { filmTitle } from '../../../domain/page-titles.ts'
import { FILM_ROUTE, PATHS } from '../../../domain/paths.ts'
import { deferredComponent } from '../../app/deferred-component.tsx'
import type { ShownFilm } from '../../data/film-columns.ts'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { useSignInDialog } from '../../features/auth/use-sign-in-dialog.tsx'
import { GridMessage } from '../../features/catalogue/grid/grid-message.tsx'
import { CollectionSearch } from '../../features/catalogue/toolbar/collection-search.tsx'
import { filmQuery } from '../../features/film/page/film-query.ts'
import { Neighbours } from '../../features/film/strip/neighbours.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { TextButton } from '../../ui/button/text-button.tsx'
import { BackToList } from '../../ui/link/back-to-list.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { NotFoundPage } from '../not-found-page.tsx'
import { PageFrame } from '../page-frame.tsx'
import type { EditFilm } from './edit-film.tsx'
import { BlankArticle, FilmArticle } from './film-article.tsx'
import styles from './film-page.module.css'

const OwnMarks = deferredComponent(() => import('../lists/own-marks.tsx').then((marks) => marks.OwnMarks))

const route = getRouteApi(FILM_ROUTE)

export function FilmPage() {
  const { spine } = route.useParams()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const { data: film, isFetching, errorUpdateCount, refetch } = useQuery(filmQuery(client, spine))
  // Stays true during automatic retries, so that the button does not disappear under the pointer.
  const hasFailed = film === undefined && errorUpdateCount > 0

  if (film === null) return <NotFoundPage />
  return (
    <PageFrame
      title={film ? filmTitle(film) : `Spine ${spine}`}
      search={
        <CollectionSearch
          q=""
          resultsAt={PATHS.home}
          onSearch={(q) => navigate({ to: PATHS.home, search: { q } })}
        />
      }
      actions={<AccountControls />}
      shelf={film && <Neighbours film={film} />}
    >
      {film ? (
        // The key resets all state for another film.
        <Film key={film.id} film={film} />
      ) : (
        <>
          <div className={styles.bar}>
            <BackToList />
          </div>
          {hasFailed ? (
            <GridMessage plate={String(spine)} sentence="This film could not be loaded.">
              <Button look="solid" aria-disabled={isFetching} onClick={() => isFetching || refetch()}>
                Try again
              </Button>
            </GridMessage>
          ) : (
            <BlankArticle />
          )}
        </>
      )}
    </PageFrame>
  )
}

function Film({ film }: { film: ShownFilm }) {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : undefined
  const isAdmin = session.status === 'signed-in' && session.isAdmin
  const [askToSignIn, signInDialog] = useSignInDialog()
  const { Form, open, close, button } = useEditForm()

  return (
    <>
      <div className={styles.bar}>
        <BackToList />
        {isAdmin && !Form && (
          <TextButton ref={button} onClick={open}>
            Edit
          </TextButton>
        )}
      </div>
      {userId !== undefined && (
        <Suspense>
          <OwnMarks userId={userId} />
        </Suspense>
      )}
      {Form ? (
        <div className={styles.form}>
          <Form film={film} onClose={close} />
        </div>
      ) : (
        <FilmArticle film={film} userId={userId} askToSignIn={askToSignIn} />
      )}
      {signInDialog}
    </>
  )
}

/** The form for admins, whose code loads when it is first opened, and the button that opens it. */
function useEditForm() {
  const [Form, setForm] = useState<ComponentType<Parameters<typeof EditFilm>[0]>>()
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useLayoutEffect(() => {
    if (wasOpen.current && !Form) button.current?.focus()
    wasOpen.current = Form !== undefined
  }, [Form])

  // Not React.lazy, which would replace the whole page if the download fails.
  async function open() {
    try {
      const { EditFilm } = await import('./edit-film.tsx')
      setForm(() => EditFilm)
    } catch (error) {
      console.warn(error)
      void toast({
        title: 'The form could not be loaded',
        description: 'Please try again',
        destructive: true,
      })
    }
  }

  return { Form, open, close: () => setForm(undefined), button }
}
