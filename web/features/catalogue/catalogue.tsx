import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { showingTitles } from '../../../domain/film/format-count.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import styles from './catalogue.module.css'
import type { SortableFilm } from './films/film-cursor.ts'
import { type FilmList, filmPagesQuery, loadAllPages, PAGE_SIZE } from './films/film-pages.ts'
import { storePageCount } from './films/page-counts.ts'
import { CardSkeletons } from './grid/card-skeletons.tsx'
import { FilmGrid, type FilmRendering } from './grid/film-grid.tsx'
import { GridMessage } from './grid/grid-message.tsx'
import { NextPageSkeletons, NextPageStatus } from './grid/next-page.tsx'
import type { PrintButtonProps } from './toolbar/print-button.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import { DEFAULT_VIEW, isFiltered, type PositionedView, type View } from './toolbar/view.ts'

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
  onChange: (change: Partial<View>) => void
  /** The label of the filter by format. */
  formatLabel?: string
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
  const settledPages = query.isPlaceholderData ? undefined : query.data?.pages.length

  useEffect(() => {
    if (entry && settledPages) storePageCount(entry, settledPages)
  }, [entry, settledPages])

  return (
    <section className={styles.catalogue} aria-labelledby="collection">
      <h2 className="visually-hidden" id="collection">
        The collection
      </h2>
      <Toolbar view={view} status={statusLine()} onChange={onChange} formatLabel={formatLabel}>
        {list.after !== undefined && (
          <ViewLink small change={{}}>
            From the beginning
          </ViewLink>
        )}
        {renderPrint && (
          <Fragment key={hashKey(list.key)}>
            {renderPrint({ disabled: !settledPages || films.length === 0, loadAll })}
          </Fragment>
        )}
      </Toolbar>
      {content()}
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
    if (!query.data) return <CardSkeletons count={PAGE_SIZE} foot={skeletonFoot} />
    if (films.length === 0) {
      if (list.after !== undefined)
        return <GridMessage plate="0" sentence={`No films come after spine ${list.after}.`} />
      return isFiltered(view) ? <NoMatch view={view} /> : empty
    }
    const hasNext = query.hasNextPage && !query.isPlaceholderData
    const next = query.isFetchNextPageError ? 'failed' : query.isFetchingNextPage ? 'loading' : 'idle'
    return (
      <div>
        <FilmGrid
          films={films}
          busy={query.isPlaceholderData}
          renderFilm={renderFilm}
          renderOffscreen={renderOffscreen}
        >
          {hasNext && next !== 'failed' && (
            <NextPageSkeletons
              key={films.length}
              count={Math.min(PAGE_SIZE, Math.max(1, total - films.length))}
              foot={skeletonFoot}
              loading={next === 'loading'}
              ready={!query.isFetching}
              // Does not cancel a request that has just started.
              onNeeded={() => query.fetchNextPage({ cancelRefetch: false })}
            />
          )}
        </FilmGrid>
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
  return <ButtonLink {...rest} to="." search={(view: object) => ({ ...view, after: undefined, ...change })} />
}
