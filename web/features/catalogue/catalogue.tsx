import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { CardSkeletons } from './card-skeletons.tsx'
import { FilmGrid } from './film-grid.tsx'
import { type CatalogueFilm, filmsQuery, PAGE_SIZE } from './films-query.ts'
import { GridMessage } from './grid-message.tsx'
import { NextPageStatus, NextPlaces } from './next-page.tsx'
import { rememberPages } from './remembered-pages.ts'
import { Toolbar } from './toolbar.tsx'
import { DEFAULT_VIEW, isFiltered, type View } from './view.ts'

interface Props {
  view: View
  /** The history entry, under which the number of loaded pages is remembered. */
  entry: string | undefined
  /** False while the films are still being brought in from elsewhere. */
  ready: boolean
  onChange: (change: Partial<View>) => void
  renderFilm: (film: CatalogueFilm, place: { inFirstRow: boolean }) => ReactNode
}

/** The films of a view with everything that governs them: status line, sort, filter, endless grid. */
export function Catalogue({ view, entry, ready, onChange, renderFilm }: Props) {
  // Subscribed too early, it would call off the route's own request when its place in the tree changes.
  const query = useInfiniteQuery({ ...filmsQuery(view), enabled: ready, subscribed: ready })
  const films = query.data?.pages.flatMap((page) => page.films) ?? []
  const total = query.data?.pages[0]?.total ?? films.length
  const settledPages = query.isPlaceholderData ? undefined : query.data?.pages.length

  useEffect(() => {
    if (entry && settledPages) rememberPages(entry, settledPages)
  }, [entry, settledPages])

  return (
    <section aria-labelledby="collection">
      <h2 className="visually-hidden" id="collection">
        The collection
      </h2>
      <Toolbar view={view} status={statusLine()} onChange={onChange} />
      {content()}
    </section>
  )

  function statusLine(): string {
    if (query.isPending) return 'Loading collection...'
    if (!query.data) return ''
    return `Showing ${films.length.toLocaleString('en')} of ${total.toLocaleString('en')} titles`
  }

  function content(): ReactNode {
    if (query.isPending) return <CardSkeletons count={PAGE_SIZE} />
    if (!query.data) {
      return (
        <GridMessage plate="–" sentence="The collection could not be loaded.">
          <Button look="solid" onClick={() => query.refetch()}>
            Try again
          </Button>
        </GridMessage>
      )
    }
    if (films.length === 0) return <NoMatch view={view} onChange={onChange} />
    const hasNext = query.hasNextPage && !query.isPlaceholderData
    const next = query.isFetchNextPageError ? 'failed' : query.isFetchingNextPage ? 'loading' : 'idle'
    return (
      <div>
        <FilmGrid films={films} busy={query.isPlaceholderData} renderFilm={renderFilm}>
          {hasNext && next !== 'failed' && (
            <NextPlaces
              key={films.length}
              count={Math.min(PAGE_SIZE, Math.max(1, total - films.length))}
              // In sight again while it is on its way is no reason to ask again.
              onNeeded={() => query.fetchNextPage({ cancelRefetch: false })}
            />
          )}
        </FilmGrid>
        {hasNext && <NextPageStatus status={next} onRetry={() => query.fetchNextPage()} />}
      </div>
    )
  }
}

function NoMatch({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  if (!isFiltered(view)) {
    return (
      <GridMessage plate="0" sentence="The catalogue holds no films yet.">
        {null}
      </GridMessage>
    )
  }
  const { q, format } = DEFAULT_VIEW
  return (
    <GridMessage plate="0" sentence={view.q ? `No films match “${view.q}”.` : 'No films match this filter.'}>
      <Button look="solid" onClick={() => onChange({ q, format })}>
        Clear search
      </Button>
    </GridMessage>
  )
}
