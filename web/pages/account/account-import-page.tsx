import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import type { IndexedFilm } from '../../../domain/import/match/catalogue-index.ts'
import type { Present } from '../../../domain/import/plan/plan.ts'
import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS, type PROFILE_ROUTE, profilePath } from '../../../domain/paths.ts'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { FilmCover } from '../../features/film/card/film-cover.tsx'
import { SpinePlate } from '../../features/film/card/spine-plate.tsx'
import { discOf } from '../../features/film/strip/disc.ts'
import { Shelf } from '../../features/film/strip/shelf.tsx'
import { addedFilms } from '../../features/import/added-films.ts'
import { catalogueQuery } from '../../features/import/catalogue-query.ts'
import { EarlierImports, earlierImportsQuery } from '../../features/import/earlier-imports.tsx'
import { FileImport } from '../../features/import/file/file-import.tsx'
import { knownDetailsQuery } from '../../features/import/known-details.ts'
import { QuickEntry } from '../../features/import/quick/quick-entry.tsx'
import { SlowProgress } from '../../features/import/slow-progress.tsx'
import { useCommit, type Written } from '../../features/import/use-commit.ts'
import { type Marks, markKey, readMarkKey } from '../../features/tracking/marks/marks.ts'
import { marksQuery } from '../../features/tracking/marks/marks-query.ts'
import { rereadMarks } from '../../features/tracking/marks/tracking.ts'
import { useMarksFromOtherTabs } from '../../features/tracking/use-tracking.ts'
import { Stars } from '../../features/tracking/viewings/stars.tsx'
import { useHasEnded } from '../../session/session-ended.tsx'
import { useLast, WhileSignedIn } from '../../session/while-signed-in.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { BackLink } from '../../ui/link/back-link.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useNearViewport } from '../../ui/use-near-viewport.ts'
import { PageFrame } from '../page-frame.tsx'
import styles from './account-import-page.module.css'

const TABS = [
  { value: 'file', label: 'From a file' },
  { value: 'quick', label: 'Quick entry' },
] as const

export function AccountImportPage() {
  return (
    <WhileSignedIn otherwise={<Navigate to={PATHS.auth} search={{ next: PATHS.accountImport }} replace />}>
      {({ userId, username }) => <ImportPage userId={userId} username={username} />}
    </WhileSignedIn>
  )
}

function ImportPage({ userId, username }: { userId: string; username: string | undefined }) {
  const { tab = 'file' } = useSearch({ from: PATHS.accountImport })
  const navigate = useNavigate()
  const cache = useQueryClient()
  const hasEnded = useHasEnded()
  const { present, retry } = usePresent(userId)
  useMarksFromOtherTabs(hasEnded ? undefined : userId)
  const onChanged = useCallback(() => {
    rereadMarks(cache, userId)
    void cache.invalidateQueries({ queryKey: earlierImportsQuery(userId).queryKey })
    void cache.invalidateQueries({ queryKey: knownDetailsQuery(userId).queryKey })
  }, [cache, userId])
  const importing = useCommit(onChanged)
  const { commit } = importing
  // The result stands alone on the page.
  const isDone = commit.status === 'written'
  const profile = username !== undefined && (
    <ButtonLink look="solid" to={profilePath(username) as typeof PROFILE_ROUTE}>
      See them
    </ButtonLink>
  )

  function change(next: 'file' | 'quick') {
    // An import can be sent again only from the tab of the page that sent it.
    if (commit.status === 'sending' || commit.status === 'unknown') return
    importing.reset()
    void navigate({ to: '.', search: next === 'quick' ? { tab: next } : {}, replace: true })
  }

  return (
    <PageFrame
      title={PAGE_TITLES.accountImport}
      actions={<AccountControls />}
      shelf={isDone && commit.undo.status !== 'undone' ? <AddedFilms commit={commit} /> : undefined}
    >
      <div className={styles.page}>
        <BackLink to={PATHS.account}>{PAGE_TITLES.account}</BackLink>
        {!isDone && <h1 className={styles.heading}>{PAGE_TITLES.accountImport}</h1>}
        <Tabs label="How to import" value={tab} tabs={TABS} hidden={isDone} onChange={change}>
          {present ? (
            tab === 'file' ? (
              <FileImport
                present={present}
                importing={importing}
                profile={profile}
                renderCover={renderCover}
                renderPlate={renderPlate}
                renderStars={renderStars}
              />
            ) : (
              <QuickEntry
                present={present}
                importing={importing}
                profile={profile}
                renderCover={renderCover}
                renderPlate={renderPlate}
                renderStars={renderStars}
              />
            )
          ) : retry ? (
            <div className={styles.loading}>
              <p role="alert">Your collection could not be loaded.</p>
              <Button onClick={retry}>Try again</Button>
            </div>
          ) : (
            <SlowProgress label="Loading your collection" />
          )}
        </Tabs>
        {!isDone && !hasEnded && <EarlierImports userId={userId} onChanged={onChanged} />}
      </div>
    </PageFrame>
  )
}

/** What an import added, on a shelf. */
function AddedFilms({ commit }: { commit: Written }) {
  const { data } = useQuery(catalogueQuery)
  return (
    <section aria-label="Added titles">
      <Shelf discs={data ? addedFilms(commit.films, data.films).map(discOf) : []} />
    </section>
  )
}

function renderCover(film: IndexedFilm) {
  return <NearCover film={film} />
}

function renderPlate(spine: number) {
  return <SpinePlate spine={spine} />
}

function renderStars(rating: number) {
  return <Stars rating={rating} />
}

/** A cover that is drawn once it is near the window: there may be as many as the catalogue has films. */
function NearCover({ film }: { film: IndexedFilm }) {
  const element = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(element)
  return (
    <div ref={element} className={styles.cover}>
      {isNear && <FilmCover film={film} eager={false} size="small" />}
    </div>
  )
}

/** What the person owns, wishes for and has watched; undefined until it is loaded. */
function usePresent(userId: string): { present: Present | undefined; retry: (() => void) | undefined } {
  const read = { enabled: !useHasEnded() }
  const [owned, wished, watched, details] = useQueries({
    queries: [
      { ...marksQuery(userId, 'user_ownership'), ...read },
      { ...marksQuery(userId, 'user_wishlist'), ...read },
      { ...marksQuery(userId, 'user_watched'), ...read },
      { ...knownDetailsQuery(userId), ...read },
    ],
  })
  const loaded = useMemo(
    () =>
      owned.data && wished.data && watched.data && details.data
        ? { ...presentOf(owned.data, wished.data, watched.data), ...details.data }
        : undefined,
    [owned.data, wished.data, watched.data, details.data],
  )
  const present = useLast(loaded)
  const failed = [owned, wished, watched, details].filter(({ isLoadingError }) => isLoadingError)
  return { present, retry: failed.length > 0 ? () => void failed.map(({ refetch }) => refetch()) : undefined }
}

function presentOf(owned: Marks, wished: Marks, watched: Marks): Present {
  const countFilms = (marks: Marks) => new Set([...marks].map((key) => readMarkKey(key).filmId)).size
  return {
    has: (filmId, mark) => {
      const marks = mark === 'wishlist' ? wished : mark === 'watched' ? watched : owned
      return marks.has(markKey({ mark, filmId }))
    },
    counts: { owned: countFilms(owned), wishlist: countFilms(wished), watched: watched.size },
  }
}
