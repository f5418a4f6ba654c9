import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { formatCount } from '../../../domain/film/format-count.ts'
import { progressTitle } from '../../../domain/page-titles.ts'
import { PATHS, PROGRESS_ROUTE } from '../../../domain/paths.ts'
import { useVisibilityFromOtherTabs } from '../../features/account/visibility.ts'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { GridMessage } from '../../features/catalogue/grid/grid-message.tsx'
import { CollectionSearch } from '../../features/catalogue/toolbar/collection-search.tsx'
import { FilmCover } from '../../features/film/card/film-cover.tsx'
import { ProfileHeading } from '../../features/profile/profile-heading.tsx'
import { type Progress, progressOf, type WallFilm } from '../../features/profile/progress/progress.ts'
import { ProgressCharts } from '../../features/profile/progress/progress-charts.tsx'
import { progressQuery } from '../../features/profile/progress/progress-query.ts'
import { readProgressSearch } from '../../features/profile/progress/progress-search.ts'
import { Wall } from '../../features/profile/progress/wall/wall.tsx'
import { useNoIndex, VisibilityNote } from '../../features/profile/visibility-note.tsx'
import { usernameQuery, useSession } from '../../session/session.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { PageFrame } from '../page-frame.tsx'
import styles from './progress-page.module.css'

const route = getRouteApi(PROGRESS_ROUTE)

export function ProgressPage() {
  const { username } = route.useParams()
  // The key resets all state for another person's page.
  return <ProgressOf key={username} username={username} />
}

function ProgressOf({ username }: { username: string }) {
  const search = readProgressSearch(route.useSearch())
  const navigate = route.useNavigate()
  const session = useSession()
  const ownId = session.status === 'signed-in' ? session.userId : undefined
  const isOwnName = session.status === 'signed-in' && session.username === username
  const found = useQuery(progressQuery(username, isOwnName ? ownId : undefined))
  // A placeholder of null is a visitor's result; a private profile is found only by its owner.
  const row = found.isPlaceholderData ? (found.data ?? undefined) : found.data
  const progress = useMemo(() => row && progressOf(row), [row])
  const isOwn = row != null && row.user_id === ownId
  // Stays true during automatic retries, so that the button does not disappear under the pointer.
  const hasFailed = row === undefined && found.errorUpdateCount > 0
  const ownName = useQuery({ ...usernameQuery(ownId ?? ''), enabled: ownId !== undefined })
  useVisibilityFromOtherTabs(ownId)
  useNoIndex(row != null && row.visibility !== 'public')

  // The username may be the reader's new one, chosen on another device.
  const mayBeOwn = ownId !== undefined && !isOwnName && ownName.isPending
  if (row === null && !mayBeOwn) return <Navigate to={PATHS.home} replace />
  return (
    <PageFrame
      title={progressTitle(username)}
      search={
        <CollectionSearch
          q=""
          resultsAt={PATHS.home}
          onSearch={(q) => navigate({ to: PATHS.home, search: { q } })}
        />
      }
      actions={<AccountControls />}
    >
      <ProfileHeading
        username={username}
        title={progressTitle(username)}
        counts={progress ? { catalogue: progress.films.length, catalogue_owned: progress.owned } : undefined}
        progress={{ figures: progress ? figuresOf(progress) : [] }}
        note={isOwn && <VisibilityNote visibility={row.visibility} isPart={false} />}
      />
      {hasFailed ? (
        <GridMessage plate="–" sentence="This progress could not be loaded.">
          <Button look="solid" onClick={() => found.refetch()}>
            Try again
          </Button>
        </GridMessage>
      ) : (
        <div className={styles.charts}>
          {progress ? (
            <Charts progress={progress} username={username} isOwn={isOwn} search={search} />
          ) : (
            <p className={styles.loading} role="status">
              Loading progress...
            </p>
          )}
        </div>
      )}
    </PageFrame>
  )
}

function figuresOf({ watched, wished, owned, films }: Progress): string[] {
  return [
    ...(owned === films.length && owned > 0 ? ['The whole collection'] : []),
    ...(watched === null ? [] : [`${formatCount(watched)} watched`]),
    ...(wished === null ? [] : [`${formatCount(wished)} wished for`]),
  ]
}

interface ChartsProps extends Pick<Parameters<typeof ProgressCharts>[0], 'progress' | 'username' | 'search'> {
  isOwn: boolean
}

function Charts({ isOwn, ...parts }: ChartsProps): ReactNode {
  const { films, owned } = parts.progress
  const renderCover = useCallback((film: WallFilm) => <WallCover film={film} />, [])
  if (films.length === 0) return <p className={styles.sentence}>The catalogue has no films yet.</p>
  return (
    <>
      <Wall films={films} renderCover={renderCover} />
      {owned > 0 ? (
        <ProgressCharts {...parts} />
      ) : (
        <div className={styles.empty}>
          <p className={styles.sentence}>
            {isOwn
              ? 'The wall is empty. Tick the discs you own to fill it and to see charts by format, decade, country and director.'
              : `${parts.username} has not added any discs yet.`}
          </p>
          {isOwn && (
            <div className={styles.actions}>
              <ButtonLink to={PATHS.home} look="solid">
                Tick what you own
              </ButtonLink>
              <ButtonLink to={PATHS.accountImport}>Import a file</ButtonLink>
            </div>
          )}
        </div>
      )}
    </>
  )
}

/** The drawn cover, which needs no request while one moves along the wall. */
function WallCover({ film }: { film: WallFilm }) {
  return <FilmCover film={{ ...film, box_art_url: null }} eager size="small" />
}
