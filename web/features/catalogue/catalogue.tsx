import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import {
  Fragment,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { showingTitles } from '../../../domain/film/format-count.ts'
import { deferredComponent, deferredInBrowser } from '../../app/deferred-component.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import styles from './catalogue.module.css'
import type { SortableFilm } from './films/film-cursor.ts'
import { type FilmList, filmPagesQuery, loadAllPages, PAGE_SIZE } from './films/film-pages.ts'
import { storePageCount } from './films/page-counts.ts'
import type { Filtered } from './filters/filter-counts.ts'
import { CardSkeletons } from './grid/card-skeletons.tsx'
import { FilmGrid, type FilmRendering, type RenderOverlay } from './grid/film-grid.tsx'
import { GridMessage } from './grid/grid-message.tsx'
import { NextPageSkeletons, NextPageStatus } from './grid/next-page.tsx'
import { ShelfSkeleton } from './grid/shelf-skeleton.tsx'
import type { PickedParts } from './pick/pick-dialog.tsx'
import type { PrintButtonProps } from './toolbar/print-button.tsx'
import { PickPlaceholder, Toolbar } from './toolbar/toolbar.tsx'
import {
  DEFAULT_VIEW,
  FROM_BEGINNING,
  hasFilters,
  isFiltered,
  type Layout,
  type PositionedView,
  type View,
} from './toolbar/view.ts'

/** The shelf loads further films of a longer list while it is scrolled. */
const MAX_ON_SHELF = 2000

const FilterChips = await deferredInBrowser(() =>
  import('./filters/filter-chips.tsx').then((chips) => chips.FilterChips),
)
const Pick = await deferredInBrowser(
  () => import('./pick/pick.tsx').then((pick) => pick.Pick),
  <PickPlaceholder />,
)
const FilterPanel = deferredComponent(() =>
  import('./filters/filter-panel.tsx').then((panel) => panel.FilterPanel),
)

/** What a layout shows. */
export interface LayoutProps<Film> {
  list: FilmList<Film>
  films: readonly Film[]
  /** What decides which films are in the list, whatever their order. */
  criteria: string
  /** The number of films in the whole list. */
  total: number
  busy: boolean
  view: View
}

/** What selecting among the films needs. */
export interface SelectionProps<Film> extends Omit<LayoutProps<Film>, 'busy' | 'view'> {
  /** Shows something over each card until the returned function is called. */
  showOverlays: (render: RenderOverlay<Film>) => () => void
  onEnd: () => void
}

interface Props<Film> extends FilmRendering<Film> {
  list: FilmList<Film>
  view: View
  /** The key of the history entry, under which the number of loaded pages is stored. */
  entry: string | undefined
  /** False while the route is still loading the films. */
  ready: boolean
  loadingText: string
  /** Renders a print button, for lists that people take along on paper. */
  renderPrint?: (props: PrintButtonProps) => ReactNode
  onChange: (change: Partial<View>, replace?: boolean) => void
  /** The label of the filter by format. */
  formatLabel?: string
  /** Whose films are filtered, if not those of the catalogue. */
  filtered?: Filtered | undefined
  /** Whether the list tells which film was added last. */
  knowsAdded?: boolean
  layouts?: readonly Layout[]
  /** Renders the films in another layout than covers. */
  renderLayout?: (layout: Layout, props: LayoutProps<Film>) => ReactNode
  /** Renders what selects films that are shown as covers; undefined if they cannot be selected. */
  renderSelection?: ((props: SelectionProps<Film>) => ReactNode) | undefined
  /** The spine of the film that was picked, if there is one. */
  pick: number | undefined
  renderPicked: (spine: number, parts: PickedParts) => ReactNode
  /** A placeholder for what a card has below its title, in the final size. */
  skeletonFoot?: ReactNode
  /** Replaces the grid when the list is empty without search and filter. */
  empty: ReactNode
}

/** A list of films with its status line, sort, filter and endless grid. */
export function Catalogue<Film extends SortableFilm & { id: number }>({
  list,
  view,
  entry,
  ready,
  loadingText,
  renderPrint,
  onChange,
  formatLabel,
  filtered,
  knowsAdded = false,
  layouts = ['covers'],
  renderLayout,
  renderSelection,
  pick,
  renderPicked,
  renderFilm,
  renderOffscreen,
  skeletonFoot,
  empty,
}: Props<Film>) {
  // An earlier subscription would cancel the route's request when this component remounts.
  const query = useInfiniteQuery({ ...filmPagesQuery(list), enabled: ready, subscribed: ready })
  const client = useQueryClient()
  const films = query.data?.pages.flatMap((page) => page.films) ?? []
  const total = query.data?.pages[0]?.total ?? films.length
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [isSelecting, setSelecting] = useState(false)
  const [overlay, setOverlay] = useState<{ render: RenderOverlay<Film> }>()
  const showOverlays = useCallback((render: RenderOverlay<Film>) => {
    setOverlay({ render })
    return () => setOverlay(undefined)
  }, [])
  const onEndSelecting = useCallback(() => setSelecting(false), [])
  const panelId = useId()
  const isKnown = query.data !== undefined && !query.isPlaceholderData
  const criteria = hashKey([filtered, { ...view, sort: undefined, order: undefined, view: undefined }])
  // The same as with `personOf`, whose code is loaded later.
  const withMarks = filtered !== undefined && !('otherId' in filtered)
  const settledPages = query.isPlaceholderData ? undefined : query.data?.pages.length

  useEffect(() => {
    if (entry && settledPages) storePageCount(entry, settledPages)
  }, [entry, settledPages])

  const isShelf = view.view === 'shelf' && layouts.includes('shelf')
  const lacksSome = isShelf && list.after === undefined && films.length < Math.min(total, MAX_ON_SHELF)
  const loadShelf = useEffectEvent(() => {
    loadAllPages(client, list, Math.min(total, MAX_ON_SHELF)).catch((error) => console.warn(error))
  })
  // Not page by page, because LaserDiscs come last and the number of discs decides their size.
  useEffect(() => {
    if (settledPages !== undefined && lacksSome) loadShelf()
  }, [settledPages, lacksSome])

  return (
    <section className={styles.catalogue} aria-labelledby="collection">
      <h2 className="visually-hidden" id="collection">
        The collection
      </h2>
      <Toolbar
        view={view}
        status={statusLine()}
        onChange={onChange}
        formatLabel={formatLabel}
        knowsAdded={knowsAdded}
        layouts={layouts}
        pick={
          <Pick
            list={list}
            view={view}
            criteria={criteria}
            spine={pick}
            total={isKnown ? total : undefined}
            withMarks={withMarks}
            renderPicked={renderPicked}
          />
        }
        filters={{
          panelId,
          isOpen: filtersOpen,
          withMarks,
          onToggle: () => setFiltersOpen(!filtersOpen),
        }}
        selecting={
          renderSelection && !view.view
            ? { isOn: isSelecting, onToggle: () => setSelecting(!isSelecting) }
            : undefined
        }
        print={
          renderPrint &&
          !(isKnown && films.length === 0) && (
            <Fragment key={hashKey(list.key)}>
              {renderPrint({ disabled: !settledPages || films.length === 0, loadAll })}
            </Fragment>
          )
        }
      >
        {list.after !== undefined && (
          <ViewLink small change={{}}>
            From the beginning
          </ViewLink>
        )}
      </Toolbar>
      <div className={filtersOpen ? styles.divided : undefined}>
        {filtersOpen && (
          <Suspense fallback={<div />}>
            <FilterPanel
              id={panelId}
              view={view}
              filtered={filtered}
              onChange={onChange}
              onClose={() => setFiltersOpen(false)}
            />
          </Suspense>
        )}
        <div className={styles.films}>
          {isFiltered(view) && (
            <FilterChips
              view={view}
              filtered={filtered}
              isEmpty={query.isSuccess && films.length === 0}
              panelId={panelId}
            />
          )}
          {content()}
        </div>
      </div>
    </section>
  )

  async function loadAll(): Promise<void> {
    if (films.length < total) await loadAllPages(client, list, total)
  }

  function statusLine(): string {
    if (query.isPending) return loadingText
    // Placeholder data belongs to another view, whose number of films would be wrong here.
    if (!query.data || query.isPlaceholderData) return ''
    const showing = showingTitles(films.length, total)
    return list.after === undefined ? showing : `${showing}, those after spine ${list.after}`
  }

  function content(): ReactNode {
    // Shown until a read succeeds: the button must not disappear under the pointer when the page retries on its own.
    if (!query.data && query.errorUpdateCount > 0) {
      return (
        <GridMessage plate="–" sentence="The collection could not be loaded.">
          <Button look="solid" onClick={() => query.refetch()}>
            Try again
          </Button>
        </GridMessage>
      )
    }
    if (!query.data)
      return isShelf ? <ShelfSkeleton /> : <CardSkeletons count={PAGE_SIZE} foot={skeletonFoot} />
    if (films.length === 0) {
      if (list.after !== undefined)
        return <GridMessage plate="0" sentence={`No films come after spine ${list.after}.`} />
      if (hasFilters(view)) return <GridMessage plate="0" sentence="No title is all of this." />
      return isFiltered(view) ? <NoMatch view={view} /> : empty
    }
    const other = renderLayout && view.view && layouts.includes(view.view) ? view.view : undefined
    const hasNext = query.hasNextPage && !query.isPlaceholderData
    const next = query.isFetchNextPageError ? 'failed' : query.isFetchingNextPage ? 'loading' : 'idle'
    return (
      <div>
        {other &&
          renderLayout?.(other, { list, films, criteria, total, busy: query.isPlaceholderData, view })}
        <FilmGrid
          films={other ? [] : films}
          busy={query.isPlaceholderData}
          renderFilm={renderFilm}
          renderOffscreen={renderOffscreen}
          renderOverlay={overlay?.render}
        >
          {hasNext && next !== 'failed' && (
            <NextPageSkeletons
              key={films.length}
              count={other ? 1 : Math.min(PAGE_SIZE, Math.max(1, total - films.length))}
              foot={skeletonFoot}
              loading={next === 'loading'}
              ready={!query.isFetching}
              // Does not cancel a request that has just started.
              onNeeded={() => query.fetchNextPage({ cancelRefetch: false })}
            />
          )}
        </FilmGrid>
        {isSelecting &&
          !other &&
          renderSelection?.({ list, films, criteria, total, showOverlays, onEnd: onEndSelecting })}
        {hasNext && (
          <noscript>
            <p className={styles.next}>
              <ViewLink look="solid" change={{ after: films.at(-1)?.spine }}>
                Next page
              </ViewLink>
            </p>
          </noscript>
        )}
        {hasNext && <NextPageStatus status={next} onRetry={() => query.fetchNextPage()} />}
      </div>
    )
  }
}

/** Reports that no film matches, and offers to clear search and filter. */
function NoMatch({ view }: { view: View }) {
  const { q, format } = DEFAULT_VIEW
  return (
    <GridMessage plate="0" sentence={view.q ? `No films match “${view.q}”.` : 'No films match this filter.'}>
      <ViewLink look="solid" change={{ q, format }}>
        Clear search
      </ViewLink>
    </GridMessage>
  )
}

interface ViewLinkProps {
  /** What changes in the current view. */
  change: Partial<PositionedView>
  look?: 'solid' | 'outline'
  small?: boolean
  children: ReactNode
}

/** A link to another view of the same films, which works without scripts. */
function ViewLink({ change, ...rest }: ViewLinkProps) {
  return (
    <ButtonLink {...rest} to="." search={(view: object) => ({ ...view, ...FROM_BEGINNING, ...change })} />
  )
}
