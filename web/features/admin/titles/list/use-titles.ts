import { useInfiniteQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { failureOf } from '../../../../data/run-request.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { type AdminFilm, titlesQuery } from '../../titles-query.ts'

// Fills a screen at once.
const FIRST_ROWS = 20
const NEXT_ROWS = 25

/** The titles that match a search, as far as they are loaded and rendered. */
export interface Titles {
  /** The search that they match: the previous one's titles stay until those of the current search are loaded. */
  q: string
  loaded: readonly AdminFilm[]
  /** How many of them to render by now: rendering many in one task would block scrolling. */
  rendered: number
  /** How many match in all. */
  total: number
  status: 'loading' | 'failed' | 'complete'
  tryAgain: () => void
}

/** Loads page after page until all titles are loaded. Until the first page, only `status` and `tryAgain` are set. */
export function useTitles(q: string): Pick<Titles, 'status' | 'tryAgain'> & Partial<Titles> {
  const query = useInfiniteQuery(titlesQuery(q))
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, errorUpdatedAt, fetchNextPage } = query
  const loaded = useMemo(() => data && withoutRepetition(data.pages.flatMap(({ films }) => films)), [data])
  const shownQ = data?.pages[0]?.q
  const [rendering, setRendering] = useState({ q: shownQ, rows: FIRST_ROWS })
  if (rendering.q !== shownQ) setRendering({ q: shownQ, rows: FIRST_ROWS })
  const { rows } = rendering
  const isRendered = loaded !== undefined && rows >= loaded.length

  useEffect(() => {
    if (!isRendered && loaded) startTransition(() => setRendering({ q: shownQ, rows: rows + NEXT_ROWS }))
  }, [isRendered, loaded, shownQ, rows])

  // A page that arrives would restart the rendering, so the next one is fetched afterwards.
  const isNextDue = isRendered && hasNextPage && !isFetching && !isError && !isPlaceholderData
  useEffect(() => {
    if (isNextDue) void fetchNextPage({ cancelRefetch: false })
  }, [isNextDue, fetchNextPage])

  useEffect(() => {
    if (!isError || errorUpdatedAt === 0) return
    const description = failureOf(query.error).sentence
    toast({ title: 'Failed to load films', description, destructive: true, id: 'titles' })
  }, [isError, errorUpdatedAt, query.error])

  return {
    ...(loaded && {
      q: shownQ ?? q,
      loaded,
      rendered: Math.min(rows, loaded.length),
      total: Math.max(data?.pages[0]?.total ?? 0, loaded.length),
    }),
    status: isError ? 'failed' : isRendered && !hasNextPage && !isPlaceholderData ? 'complete' : 'loading',
    tryAgain: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
  }
}

/** If the spine of a film was raised between two pages, the later page has the film again. */
function withoutRepetition(films: readonly AdminFilm[]): AdminFilm[] {
  return [...new Map(films.map((film) => [film.id, film])).values()]
}
