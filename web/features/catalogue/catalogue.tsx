import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { showingTitles } from '../../../domain/film/format-count.ts'
import { Button } from '../../ui/form/button.tsx'
import styles from './catalogue.module.css'
import { type FilmList, filmPagesQuery, loadAllPages, PAGE_SIZE } from './films/film-pages.ts'
import { rememberPages } from './films/remembered-pages.ts'
import { CardSkeletons } from './grid/card-skeletons.tsx'
import { FilmGrid, type FilmRendering } from './grid/film-grid.tsx'
import type { Placed } from './grid/film-place.ts'
import { GridMessage } from './grid/grid-message.tsx'
import { NextPageStatus, NextPlaces } from './grid/next-page.tsx'
import { NoMatch } from './grid/no-match.tsx'
import type { PrintButtonProps } from './toolbar/print-button.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import { isFiltered, type View } from './toolbar/view.ts'
import { ViewLink } from './toolbar/view-link.tsx'

interface Props<Film> extends FilmRendering<Film> {
  list: FilmList<Film>
  view: View
  /** The history entry, under which the number of loaded pages is remembered. */
  entry: string | undefined
  /** False while the films are still being brought in from elsewhere. */
  ready: boolean
  loadingText: string
  /** Offers to print the list, where it is one that people take along on paper. */
  renderPrint?: (props: PrintButtonProps) => ReactNode
  onChange: (change: Partial<View>) => void
  /** What the filter by format leaves, where that is to be said. */
  formatLabel?: string
  /** What a card will have below its names, in the final size. */
  skeletonFoot?: ReactNode
  /** Stands in the grid's place when the list holds no film even without search and filter. */
  empty: ReactNode
}

/** A list of films with everything that governs it: status line, sort, filter, endless grid. */
export function Catalogue<Film extends Placed & { id: number }>({
  list,
  view,
  entry,
  ready,
  loadingText,
  renderPrint,
  onChange,
  formatLabel,
  renderFilm,
  renderFar,
  skeletonFoot,
  empty,
}: Props<Film>) {
  // Subscribed too early, it would call off the route's own request when its place in the tree changes.
  const query = useInfiniteQuery({ ...filmPagesQuery(list), enabled: ready, subscribed: ready })
  const client = useQueryClient()
  const films = query.data?.pages.flatMap((page) => page.films) ?? []
  const total = query.data?.pages[0]?.total ?? films.length
  const settledPages = query.isPlaceholderData ? undefined : query.data?.pages.length

  useEffect(() => {
    if (entry && settledPages) rememberPages(entry, settledPages)
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
    // The number of another view's films would be wrong for this one.
    if (!query.data || query.isPlaceholderData) return ''
    const showing = showingTitles(films.length, total)
    return list.after === undefined ? showing : `${showing}, those after spine ${list.after}`
  }

  function content(): ReactNode {
    // Until it is read: the button must not go away under the pointer whenever the page itself tries again.
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
        <FilmGrid films={films} busy={query.isPlaceholderData} renderFilm={renderFilm} renderFar={renderFar}>
          {hasNext && next !== 'failed' && (
            <NextPlaces
              key={films.length}
              count={Math.min(PAGE_SIZE, Math.max(1, total - films.length))}
              foot={skeletonFoot}
              loading={next === 'loading'}
              ready={!query.isFetching}
              // A reading that has begun this very moment is not called off.
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
