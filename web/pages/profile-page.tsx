import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useLocation } from '@tanstack/react-router'
import { PATHS } from '../../domain/paths.ts'
import { AccountControls } from '../features/auth/account-controls.tsx'
import { Catalogue } from '../features/catalogue/catalogue.tsx'
import { CollectionSearch } from '../features/catalogue/collection-search.tsx'
import { GridMessage } from '../features/catalogue/grid-message.tsx'
import { criteriaOf } from '../features/catalogue/narrow.ts'
import { personFilms } from '../features/catalogue/person-films.ts'
import type { View } from '../features/catalogue/view.ts'
import { FormatBadgesPlace } from '../features/film/format-badges.tsx'
import { LISTS, type ListName, tabLabel } from '../features/profile/lists.ts'
import { ProfileHeading } from '../features/profile/profile-heading.tsx'
import { profileQuery } from '../features/profile/profile-query.ts'
import { useOtherTabs } from '../features/tracking/use-tracking.ts'
import { useSession } from '../session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ProfileCard } from './profile-card.tsx'
import styles from './profile-page.module.css'

const route = getRouteApi('/$username')

/** The same page before its route is ready: the films are the loader's business then. */
export function PendingProfilePage() {
  return <ProfilePage pending />
}

export function ProfilePage({ pending = false }: { pending?: boolean }) {
  const { username } = route.useParams()
  // Another person's page takes nothing over from this one.
  return <ProfileOf key={username} username={username} pending={pending} />
}

function ProfileOf({ username, pending }: { username: string; pending: boolean }) {
  const { tab, ...view } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const entry = useLocation({ select: (location) => location.state.__TSR_key })
  const session = useSession()
  const { data: profile, isLoadingError, refetch } = useQuery(profileQuery(username, criteriaOf(view)))
  const ownId = session.status === 'signed-in' ? session.userId : undefined
  useOtherTabs(ownId)

  function change(change: Partial<View & { tab: ListName }>, replace = false) {
    navigate({ search: (search) => ({ ...search, ...change }), replace })
  }

  if (profile === null) return <Navigate to={PATHS.home} replace />
  const isOwn = profile !== undefined && profile.user_id === ownId
  const { filter, empty } = LISTS[tab]
  return (
    <PageFrame
      title={`${username}'s Collection`}
      search={<CollectionSearch q={view.q} onSearch={(q) => change({ q }, true)} />}
      actions={<AccountControls />}
    >
      <ProfileHeading username={username} counts={profile} />
      {isLoadingError ? (
        <GridMessage plate="–" sentence="This profile could not be loaded.">
          <Button look="solid" onClick={() => refetch()}>
            Try again
          </Button>
        </GridMessage>
      ) : (
        <div className={profile ? styles.lists : `${styles.lists} ${styles.unknown}`}>
          <Tabs
            label={`${username}'s films`}
            value={tab}
            tabs={NAMES.map((value) => ({ value, label: tabLabel(value, profile) }))}
            onChange={(tab) => change({ tab })}
          >
            <Catalogue
              list={personFilms(profile?.user_id ?? '', filter, view)}
              view={view}
              entry={entry}
              ready={!pending && profile !== undefined}
              loadingText="Loading profile..."
              printable
              onChange={change}
              renderFilm={(film, { inFirstRow }) => (
                <ProfileCard film={film} eager={inFirstRow} dimmed={tab === 'all' && !film.owned} />
              )}
              skeletonFoot={<FormatBadgesPlace />}
              empty={
                <GridMessage plate="0" sentence={isOwn ? empty.own : empty.others(username)}>
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
