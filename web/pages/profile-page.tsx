import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { PATHS } from '../../domain/paths.ts'
import { replayEarlyClicks } from '../app/hydration/replay-clicks.ts'
import { useVisibilityFromOtherTabs } from '../features/account/visibility.ts'
import { AccountControls } from '../features/auth/account-controls.tsx'
import { Catalogue } from '../features/catalogue/catalogue.tsx'
import { type ProfileFilm, profileFilms } from '../features/catalogue/films/profile-films.ts'
import { GridMessage } from '../features/catalogue/grid/grid-message.tsx'
import { criteriaOf } from '../features/catalogue/toolbar/apply-view.ts'
import { CollectionSearch } from '../features/catalogue/toolbar/collection-search.tsx'
import { PrintButton } from '../features/catalogue/toolbar/print-button.tsx'
import type { View } from '../features/catalogue/toolbar/view.ts'
import { FormatBadgesSkeleton } from '../features/film/card/format-badges.tsx'
import { OffscreenCard } from '../features/film/card/offscreen-card.tsx'
import { emptyText, formatLabel, tabTexts } from '../features/profile/list-texts.ts'
import { LISTS, type ListName } from '../features/profile/lists.ts'
import { ProfileHeading } from '../features/profile/profile-heading.tsx'
import { profileQuery } from '../features/profile/profile-query.ts'
import { useNoIndex, VisibilityNote } from '../features/profile/visibility-note.tsx'
import { useMarksFromOtherTabs } from '../features/tracking/use-tracking.ts'
import { usernameQuery, useSession } from '../session/session.tsx'
import { Button, ButtonLink } from '../ui/form/button.tsx'
import { VIEW_FORM_ID } from '../ui/form/search-box.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { ProfileCard } from './profile-card.tsx'
import styles from './profile-page.module.css'

const route = getRouteApi('/$username')

/** The same page while its route loads. It does not query the films, which the loader fetches. */
export function PendingProfilePage() {
  return <ProfilePage pending />
}

export function ProfilePage({ pending = false }: { pending?: boolean }) {
  const { username } = route.useParams()
  // The key resets all state for another person's page.
  return <ProfileOf key={username} username={username} pending={pending} />
}

function ProfileOf({ username, pending }: { username: string; pending: boolean }) {
  const { tab, after, ...view } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { entry } = route.useRouteContext()
  const session = useSession()
  const ownId = session.status === 'signed-in' ? session.userId : undefined
  const isOwnName = session.status === 'signed-in' && session.username === username
  const found = useQuery(profileQuery(username, criteriaOf(view), isOwnName ? ownId : undefined))
  // A placeholder of null is a visitor's result; a private profile is found only by its owner.
  const profile = found.isPlaceholderData ? (found.data ?? undefined) : found.data
  // Stays true during automatic retries, so that the button does not disappear under the pointer.
  const hasFailed = profile === undefined && found.errorUpdateCount > 0
  const ownName = useQuery({ ...usernameQuery(ownId ?? ''), enabled: ownId !== undefined })
  useMarksFromOtherTabs(ownId)
  useEffect(replayEarlyClicks, [])
  useVisibilityFromOtherTabs(ownId)
  useNoIndex(profile != null && profile.visibility !== 'public')

  const renderFilm = useCallback(
    (film: ProfileFilm, { inFirstRow }: { inFirstRow: boolean }) => (
      <ProfileCard
        film={film}
        eager={inFirstRow}
        dimmed={tab === 'all' && !film.owned}
        withReleased={tab === 'wishlist'}
      />
    ),
    [tab],
  )

  function change(change: Partial<View & { tab: ListName }>, replace = false) {
    navigate({ search: (search) => ({ ...search, after: undefined, ...change }), replace })
  }

  // The username may be the reader's new one, chosen on another device.
  const mayBeOwn = ownId !== undefined && !isOwnName && ownName.isPending
  if (profile === null && !mayBeOwn) return <Navigate to={PATHS.home} replace />
  const isOwn = profile != null && profile.user_id === ownId
  return (
    <PageFrame
      title={`${username}'s Collection`}
      search={<CollectionSearch q={view.q} onSearch={(q) => change({ q }, true)} />}
      actions={<AccountControls />}
    >
      <ProfileHeading
        username={username}
        counts={profile ?? undefined}
        note={isOwn && <VisibilityNote visibility={profile.visibility} />}
      />
      {hasFailed ? (
        <GridMessage plate="–" sentence="This profile could not be loaded.">
          <Button look="solid" onClick={() => found.refetch()}>
            Try again
          </Button>
        </GridMessage>
      ) : (
        <div className={profile ? styles.lists : `${styles.lists} ${styles.unknown}`}>
          {/* Without a script, the form sends the tab together with the search and the selects. */}
          <input type="hidden" name="tab" value={tab} form={VIEW_FORM_ID} />
          <Tabs
            label={`${username}'s films`}
            value={tab}
            tabs={NAMES.map((value) => ({ value, ...tabTexts(value, profile ?? undefined) }))}
            onChange={(tab) => change({ tab })}
            searchOf={(tab) => ({ tab, after: undefined })}
          >
            <Catalogue
              list={profileFilms(profile?.user_id ?? '', LISTS[tab], view, isOwn, after)}
              view={view}
              entry={entry}
              ready={!pending && profile != null}
              loadingText="Loading profile..."
              renderPrint={(props) => <PrintButton {...props} />}
              onChange={change}
              formatLabel={formatLabel(tab)}
              renderFilm={renderFilm}
              renderOffscreen={renderOffscreen}
              skeletonFoot={<FormatBadgesSkeleton />}
              empty={
                <GridMessage plate="0" sentence={emptyText(tab, isOwn ? undefined : username)}>
                  {isOwn && (
                    <ButtonLink to={PATHS.home} look="solid">
                      To the collection
                    </ButtonLink>
                  )}
                </GridMessage>
              }
            />
          </Tabs>
        </div>
      )}
    </PageFrame>
  )
}

const NAMES = Object.keys(LISTS) as ListName[]

function renderOffscreen(film: ProfileFilm) {
  return <OffscreenCard film={film} foot={<FormatBadgesSkeleton />} />
}
