import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ComparedList } from '../../../domain/comparison.ts'
import { formatCount } from '../../../domain/film/format-count.ts'
import { comparisonTitle } from '../../../domain/page-titles.ts'
import { COMPARISON_ROUTE, PATHS } from '../../../domain/paths.ts'
import { deferredInBrowser } from '../../app/deferred-component.tsx'
import { useVisibilityFromOtherTabs } from '../../features/account/visibility.ts'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { Catalogue, type LayoutProps } from '../../features/catalogue/catalogue.tsx'
import { type ComparedFilm, comparedFilms } from '../../features/catalogue/films/compared-films.ts'
import { filterCountsQuery } from '../../features/catalogue/filters/filter-counts.ts'
import { GridMessage } from '../../features/catalogue/grid/grid-message.tsx'
import { FilmList } from '../../features/catalogue/list/film-list.tsx'
import { CollectionSearch } from '../../features/catalogue/toolbar/collection-search.tsx'
import { PrintButton } from '../../features/catalogue/toolbar/print-button.tsx'
import { FROM_BEGINNING, isFiltered, type View } from '../../features/catalogue/toolbar/view.ts'
import { FilmCard } from '../../features/film/card/film-card.tsx'
import { OffscreenCard } from '../../features/film/card/offscreen-card.tsx'
import { SpinePlate } from '../../features/film/card/spine-plate.tsx'
import { ComparisonHeading } from '../../features/profile/comparison/comparison-heading.tsx'
import { comparisonQuery, listsOf } from '../../features/profile/comparison/comparison-query.ts'
import { listTexts } from '../../features/profile/comparison/comparison-texts.ts'
import { useNoIndex, VisibilityNote } from '../../features/profile/visibility-note.tsx'
import { usernameQuery, useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { VIEW_FORM_ID } from '../../ui/form/search-box.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { PageFrame } from '../page-frame.tsx'
import { ComparedFormats, ComparedFormatsSkeleton, ownersOf } from './compared-formats.tsx'
import styles from './comparison-page.module.css'

const FilmShelf = await deferredInBrowser(() =>
  import('../../features/film/boards/film-shelf.tsx').then((shelf) => shelf.FilmShelf),
)
const PickedFilm = await deferredInBrowser(() =>
  import('../lists/picked-film.tsx').then((film) => film.PickedFilm),
)
const LAYOUTS = ['covers', 'list', 'shelf'] as const

const route = getRouteApi(COMPARISON_ROUTE)

export function ComparisonPage() {
  const { username, other } = route.useParams()
  // The key resets all state for other people's page.
  return <ComparisonOf key={`${username} ${other}`} one={username} other={other} />
}

interface Names {
  one: string
  other: string
}

function ComparisonOf({ one, other }: Names) {
  const { tab: asked, after, pick, ...view } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { entry } = route.useRouteContext()
  const session = useSession()
  const ownId = session.status === 'signed-in' ? session.userId : undefined
  const isOneOfThem = session.status === 'signed-in' && [one, other].includes(session.username ?? '')
  const readerId = isOneOfThem ? ownId : undefined
  const found = useQuery(comparisonQuery(one, other, readerId))
  // A placeholder of null is a visitor's result; a private profile is found only by its owner.
  const comparison = found.isPlaceholderData ? (found.data ?? undefined) : found.data
  const { lists, list } = listsOf(comparison ?? undefined, asked)
  const pair = { userId: comparison?.user_id ?? '', otherId: comparison?.with_user_id ?? '', ownId: readerId }
  const filtered = { ...pair, list }
  const counts = useQuery({
    ...filterCountsQuery(view, filtered),
    enabled: isFiltered(view) && comparison != null,
  })
  const numbers = isFiltered(view) ? counts.data?.compared : comparison
  // Stays true during automatic retries, so that the button does not disappear under the pointer.
  const hasFailed = comparison === undefined && found.errorUpdateCount > 0
  const ownName = useQuery({ ...usernameQuery(ownId ?? ''), enabled: ownId !== undefined })
  useVisibilityFromOtherTabs(ownId)
  useNoIndex(comparison != null && comparison.visibility !== 'public')

  const renderFilm = useCallback(
    (film: ComparedFilm, { inFirstRow }: { inFirstRow: boolean }) => (
      <FilmCard film={film} eager={inFirstRow}>
        <ComparedFormats film={film} list={list} one={one} other={other} />
      </FilmCard>
    ),
    [list, one, other],
  )
  const skeletonFoot = useMemo(() => <ComparedFormatsSkeleton list={list} />, [list])
  const renderOffscreen = useCallback(
    (film: ComparedFilm) => <OffscreenCard film={film} foot={skeletonFoot} />,
    [skeletonFoot],
  )

  function change(change: Partial<View & { tab: ComparedList }>, replace = false) {
    navigate({ search: (search) => ({ ...search, ...FROM_BEGINNING, ...change }), replace })
  }

  // A username may be the reader's new one, chosen on another device.
  const mayBeOwn = ownId !== undefined && !isOneOfThem && ownName.isPending
  if (comparison === null && !mayBeOwn) return <Navigate to={PATHS.home} replace />
  return (
    <PageFrame
      title={comparisonTitle(one, other)}
      search={<CollectionSearch q={view.q} onSearch={(q) => change({ q }, true)} />}
      actions={<AccountControls />}
    >
      <ComparisonHeading
        one={one}
        other={other}
        comparison={comparison ?? undefined}
        note={
          // A private comparison that the reader can see is private because of the reader's own choice.
          comparison?.visibility === 'private' &&
          isOneOfThem && <VisibilityNote visibility="private" isPart={false} />
        }
      />
      {hasFailed ? (
        <GridMessage plate="–" sentence="This comparison could not be loaded.">
          <Button look="solid" onClick={() => found.refetch()}>
            Try again
          </Button>
        </GridMessage>
      ) : (
        <div className={comparison ? styles.lists : `${styles.lists} ${styles.unknown}`}>
          {/* Without a script, the form sends the tab together with the search and the selects. */}
          <input type="hidden" name="tab" value={list} form={VIEW_FORM_ID} />
          <Tabs
            label={`The films of ${one} and ${other}`}
            value={list}
            tabs={lists.map((value) => ({
              value,
              label: listTexts(value, one, other).label,
              ...countOf(numbers?.[value]),
            }))}
            onChange={(tab) => change({ tab })}
            searchOf={(tab) => ({ tab, ...FROM_BEGINNING })}
          >
            <Catalogue
              list={comparedFilms(pair, list, view, after)}
              view={view}
              entry={entry}
              ready={comparison != null}
              loadingText="Loading comparison..."
              renderPrint={(props) => <PrintButton {...props} />}
              onChange={change}
              formatLabel="Format released"
              filtered={filtered}
              layouts={LAYOUTS}
              pick={pick}
              renderPicked={(spine, parts) => <PickedFilm {...parts} spine={spine} userId={ownId} />}
              renderLayout={(layout, shown) =>
                layout === 'list' ? (
                  <ComparedRows {...shown} shownList={list} one={one} other={other} />
                ) : (
                  <ComparedShelf {...shown} shownList={list} />
                )
              }
              renderFilm={renderFilm}
              renderOffscreen={renderOffscreen}
              skeletonFoot={skeletonFoot}
              empty={<GridMessage plate="0" sentence={listTexts(list, one, other).empty} />}
            />
          </Tabs>
        </div>
      )}
    </PageFrame>
  )
}

function countOf(films: number | null | undefined): { count?: string } {
  return films == null ? {} : { count: formatCount(films) }
}

interface ShownProps extends LayoutProps<ComparedFilm> {
  shownList: ComparedList
}

/** The films as rows. */
function ComparedRows({ films, total, busy, view, shownList, one, other }: ShownProps & Names) {
  const renderFormats = useCallback(
    (film: ComparedFilm) => <ComparedFormats film={film} list={shownList} one={one} other={other} />,
    [shownList, one, other],
  )
  return (
    <FilmList
      films={films}
      total={total}
      busy={busy}
      view={view}
      selecting={undefined}
      heads={HEADS}
      isWide={ownersOf(shownList).length > 1}
      renderPlate={renderPlate}
      renderFormats={renderFormats}
      renderMarks={NO_MARKS}
    />
  )
}

const HEADS = { formats: 'Owned on', marks: [] }
const NO_MARKS: [] = []

function renderPlate({ spine }: ComparedFilm) {
  return <SpinePlate spine={spine} />
}

/** The films as the discs of their owner, of the first one if both own them. */
function ComparedShelf({ films, total, busy, shownList }: ShownProps) {
  const isOther = !ownersOf(shownList).includes('one')
  const shelved = useMemo(() => (isOther ? films.map(asOwnedByOther) : films), [films, isOther])
  return <FilmShelf films={shelved} total={total} busy={busy} />
}

function asOwnedByOther(film: ComparedFilm): ComparedFilm {
  return {
    ...film,
    owns_laserdisc: film.other_owns_laserdisc,
    owns_dvd: film.other_owns_dvd,
    owns_bluray: film.other_owns_bluray,
    owns_bluray_4k: film.other_owns_bluray_4k,
  }
}
