import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { profileTitle } from '../../../domain/page-titles.ts'
import { PATHS, PROFILE_ROUTE } from '../../../domain/paths.ts'
import { PARTS } from '../../../domain/profile-parts.ts'
import { deferredComponent, deferredInBrowser } from '../../app/deferred-component.tsx'
import { useVisibilityFromOtherTabs } from '../../features/account/visibility.ts'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { useSignInDialog } from '../../features/auth/use-sign-in-dialog.tsx'
import { Catalogue } from '../../features/catalogue/catalogue.tsx'
import { entriesOf, type ProfileFilm, profileFilms } from '../../features/catalogue/films/profile-films.ts'
import { filterCountsQuery } from '../../features/catalogue/filters/filter-counts.ts'
import { GridMessage } from '../../features/catalogue/grid/grid-message.tsx'
import { criteriaOf } from '../../features/catalogue/toolbar/apply-view.ts'
import { CollectionSearch } from '../../features/catalogue/toolbar/collection-search.tsx'
import { PrintButton } from '../../features/catalogue/toolbar/print-button.tsx'
import { FROM_BEGINNING, filtersOf, hasFilters, type View } from '../../features/catalogue/toolbar/view.ts'
import { FormatBadges, FormatBadgesSkeleton } from '../../features/film/card/format-badges.tsx'
import { OffscreenCard } from '../../features/film/card/offscreen-card.tsx'
import { emptyText, formatLabel, tabTexts } from '../../features/profile/list-texts.ts'
import { LISTS, type ListName } from '../../features/profile/lists.ts'
import { ProfileHeading } from '../../features/profile/profile-heading.tsx'
import { type Profile, type ProfileCounts, profileQuery } from '../../features/profile/profile-query.ts'
import { isOfParts, shownLists, visibilityOfList } from '../../features/profile/shown-lists.ts'
import { useNoIndex, VisibilityNote } from '../../features/profile/visibility-note.tsx'
import { usernameQuery, useSession } from '../../session/session.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { VIEW_FORM_ID } from '../../ui/form/search-box.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { PageFrame } from '../page-frame.tsx'
import { PersonSets } from './person-sets.tsx'
import { OwnProfileCard, ProfileCard } from './profile-card.tsx'
import styles from './profile-page.module.css'

const FilmRows = await deferredInBrowser(() =>
  import('../lists/film-rows.tsx').then((rows) => rows.FilmRows<ProfileFilm>),
)
const CoverSelection = deferredComponent(() =>
  import('../lists/film-rows.tsx').then((rows) => rows.CoverSelection<ProfileFilm>),
)
const FilmShelf = await deferredInBrowser(() =>
  import('../../features/film/boards/film-shelf.tsx').then((shelf) => shelf.FilmShelf),
)
const EmptyShelf = await deferredInBrowser(() =>
  import('../../features/film/boards/empty-shelf.tsx').then((shelf) => shelf.EmptyShelf),
)
const OwnMarks = deferredComponent(() => import('../lists/own-marks.tsx').then((marks) => marks.OwnMarks))
const PickedFilm = await deferredInBrowser(() =>
  import('../lists/picked-film.tsx').then((film) => film.PickedFilm),
)
const LAYOUTS = ['covers', 'list', 'shelf'] as const

const route = getRouteApi(PROFILE_ROUTE)

/** The same page while its route loads. It does not query the films, which the loader fetches. */
export function PendingProfilePage() {
  return <ProfilePage pending />
}

export function ProfilePage({ pending = false }: { pending?: boolean }) {
  const { username } = route.useParams()
  // The key resets all state for another person's page.
  return <ProfileOf key={username} username={username} pending={pending} />
}

const NO_SORT = { sort: undefined, order: undefined } as const

function ProfileOf({ username, pending }: { username: string; pending: boolean }) {
  const { tab, after, pick, ...view } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { entry } = route.useRouteContext()
  const session = useSession()
  const ownId = session.status === 'signed-in' ? session.userId : undefined
  const ownUsername = session.status === 'signed-in' ? session.username : undefined
  const isOwnName = ownUsername === username
  const found = useQuery(profileQuery(username, criteriaOf(view), isOwnName ? ownId : undefined))
  // A placeholder of null is a visitor's result; a private profile is found only by its owner.
  const profile = found.isPlaceholderData ? (found.data ?? undefined) : found.data
  const isOwn = profile != null && profile.user_id === ownId
  const ownerId = profile?.user_id ?? ''
  const shown = profile
    ? shownLists(profile, isOwn, { tab, ...filtersOf(view) })
    : { lists: NAMES, list: tab, parts: PARTS, isListed: true }
  const { parts, lists, list = tab } = shown
  const showsCollection = parts.includes('collection')
  const title = profileTitle(username, lists.includes('owned'))
  const person = profile ? { userId: profile.user_id, isOwn, list, parts } : undefined
  const filtered = useQuery({
    ...filterCountsQuery(view, person),
    enabled: hasFilters(view) && person !== undefined,
  })
  const counts = profile && hasFilters(view) ? withLists(profile, filtered.data?.marks?.lists) : profile
  // Stays true during automatic retries, so that the button does not disappear under the pointer.
  const hasFailed = profile === undefined && found.errorUpdateCount > 0
  const ownName = useQuery({ ...usernameQuery(ownId ?? ''), enabled: ownId !== undefined })
  const [askToSignIn, signInDialog] = useSignInDialog()
  useVisibilityFromOtherTabs(ownId)
  useNoIndex(!shown.isListed)

  const renderFilm = useCallback(
    (film: ProfileFilm, { inFirstRow }: { inFirstRow: boolean }) =>
      isOwn && ownId !== undefined ? (
        <OwnProfileCard film={film} eager={inFirstRow} list={list} userId={ownId} askToSignIn={askToSignIn} />
      ) : (
        <ProfileCard
          film={film}
          eager={inFirstRow}
          list={list}
          ownerId={showsCollection ? ownerId : undefined}
        />
      ),
    [list, isOwn, ownId, ownerId, showsCollection, askToSignIn],
  )
  const renderNote = useCallback(
    (film: ProfileFilm) => showsCollection && <PersonSets filmId={film.id} ownerId={ownerId} />,
    [ownerId, showsCollection],
  )

  // The tabs share an address, and not every list knows what was added last.
  const knowsAdded = entriesOf(LISTS[list]) !== undefined
  const sort = view.sort === 'added' && !knowsAdded ? NO_SORT : undefined

  function change(change: Partial<View & { tab: ListName }>, replace = false) {
    navigate({ search: (search) => ({ ...search, ...FROM_BEGINNING, ...change }), replace })
  }

  // The username may be the reader's new one, chosen on another device.
  const mayBeOwn = ownId !== undefined && !isOwnName && ownName.isPending
  if (profile === null && !mayBeOwn) return <Navigate to={PATHS.home} replace />
  return (
    <PageFrame
      title={title}
      search={<CollectionSearch q={view.q} onSearch={(q) => change({ q }, true)} />}
      actions={<AccountControls />}
    >
      {isOwn && ownId !== undefined && (
        <Suspense>
          <OwnMarks userId={ownId} />
        </Suspense>
      )}
      <ProfileHeading
        username={username}
        title={title}
        hasProgress={lists.includes('owned')}
        comparedWith={
          profile && !isOwn && (lists.includes('owned') || lists.includes('wishlist'))
            ? ownUsername
            : undefined
        }
        counts={showsCollection ? (profile ?? undefined) : undefined}
        note={
          isOwn && (
            <VisibilityNote
              visibility={visibilityOfList(profile, list)}
              isPart={profile.visibility !== 'private'}
            />
          )
        }
      />
      {hasFailed ? (
        <GridMessage plate="–" sentence="This profile could not be loaded.">
          <Button look="solid" onClick={() => found.refetch()}>
            Try again
          </Button>
        </GridMessage>
      ) : shown.list === undefined ? (
        <GridMessage plate="–" sentence={`${username} shows no lists.`} />
      ) : (
        <div className={profile ? styles.lists : `${styles.lists} ${styles.unknown}`}>
          {/* Without a script, the form sends the tab together with the search and the selects. */}
          <input type="hidden" name="tab" value={list} form={VIEW_FORM_ID} />
          <Tabs
            label={`${username}'s films`}
            value={list}
            tabs={lists.map((value) => ({
              value,
              ...tabTexts(value, counts && isOfParts(value, parts) ? counts : undefined),
            }))}
            onChange={(tab) => change({ tab })}
            searchOf={(tab) => ({ tab, ...FROM_BEGINNING })}
          >
            <Catalogue
              list={profileFilms(ownerId, LISTS[list], view, isOwn, after, parts)}
              view={sort ? { ...view, ...sort } : view}
              entry={entry}
              ready={!pending && profile != null}
              loadingText="Loading profile..."
              renderPrint={(props) => <PrintButton {...props} />}
              onChange={(changed, replace) => change({ ...sort, ...changed }, replace)}
              formatLabel={formatLabel(list)}
              filtered={person}
              layouts={LAYOUTS}
              pick={pick}
              renderPicked={(spine, parts) => <PickedFilm {...parts} spine={spine} userId={ownId} />}
              renderLayout={(layout, shown) =>
                layout === 'list' ? (
                  <FilmRows
                    {...shown}
                    userId={isOwn ? ownId : undefined}
                    renderOthers={renderOwned}
                    renderOthersNote={renderNote}
                    askToSignIn={askToSignIn}
                  />
                ) : (
                  <FilmShelf {...shown} outlinesUnowned={list === 'all'} />
                )
              }
              renderSelection={
                isOwn && ownId !== undefined
                  ? (props) => (
                      <Suspense>
                        <CoverSelection {...props} userId={ownId} onSignedOut={askToSignIn} />
                      </Suspense>
                    )
                  : undefined
              }
              knowsAdded={knowsAdded}
              renderFilm={renderFilm}
              renderOffscreen={renderOffscreen}
              skeletonFoot={<FormatBadgesSkeleton />}
              empty={
                <EmptyList list={list} isShelf={view.view === 'shelf'} owner={isOwn ? undefined : username} />
              }
            />
          </Tabs>
        </div>
      )}
      {signInDialog}
    </PageFrame>
  )
}

interface EmptyProps {
  list: ListName
  isShelf: boolean
  /** The person’s name, if another person reads it. */
  owner: string | undefined
}

/** Replaces an empty list; its owner gets links to what fills it. */
function EmptyList({ list, isShelf, owner }: EmptyProps) {
  const text = emptyText(list, owner)
  if (!isShelf) {
    return (
      <GridMessage plate="0" sentence={text}>
        {owner === undefined && (
          <ButtonLink to={PATHS.home} look="solid">
            To the collection
          </ButtonLink>
        )}
      </GridMessage>
    )
  }
  return owner === undefined ? (
    <EmptyShelf heading={list === 'owned' ? 'The shelf is empty' : text}>
      <ButtonLink to={PATHS.home} look="solid">
        {list === 'owned' ? 'Tick what you own' : 'To the collection'}
      </ButtonLink>
      <ButtonLink to={PATHS.accountImport}>Import a file</ButtonLink>
    </EmptyShelf>
  ) : (
    <EmptyShelf heading={text} />
  )
}

/** The counts of the lists under filters, once they are known. */
function withLists(profile: Profile, lists: Record<ListName, number> | undefined): ProfileCounts | undefined {
  return lists && { ...profile, ...lists, films: lists.all }
}

const NAMES = Object.keys(LISTS) as ListName[]

/** The marks of the person whose list it is. */
function renderOwned(film: ProfileFilm) {
  return <FormatBadges film={film} withReleased />
}

function renderOffscreen(film: ProfileFilm) {
  return <OffscreenCard film={film} foot={<FormatBadgesSkeleton />} />
}
