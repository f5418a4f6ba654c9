import { useInfiniteQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { failureOf } from '../../../../data/run-request.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { type Title, titlesQuery } from '../../titles-query.ts'

// As many as fill a screen are drawn at once.
const FIRST_ROWS = 20
const NEXT_ROWS = 25

/** The titles that match a search, as far as they are loaded and drawn. */
export interface Titles {
  /** The search that they match; another one's stay until those of the present one are there. */
  q: string
  loaded: readonly Title[]
  /** How many of them may be drawn by now: a task that draws more than a few holds up whoever scrolls. */
  drawn: number
  /** How many match in all. */
  total: number
  status: 'loading' | 'failed' | 'complete'
  tryAgain: () => void
}

/** Loads page after page until all titles are there; undefined while there is nothing to show. */
export function useTitles(q: string): Pick<Titles, 'status' | 'tryAgain'> & Partial<Titles> {
  const query = useInfiniteQuery(titlesQuery(q))
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, errorUpdatedAt, fetchNextPage } = query
  const loaded = useMemo(() => data && withoutRepetition(data.pages.flatMap(({ titles }) => titles)), [data])
  const shownQ = data?.pages[0]?.q
  const [drawing, setDrawing] = useState({ q: shownQ, rows: FIRST_ROWS })
  if (drawing.q !== shownQ) setDrawing({ q: shownQ, rows: FIRST_ROWS })
  const { rows } = drawing
  const isDrawn = loaded !== undefined && rows >= loaded.length

  useEffect(() => {
    if (!isDrawn && loaded) startTransition(() => setDrawing({ q: shownQ, rows: rows + NEXT_ROWS }))
  }, [isDrawn, loaded, shownQ, rows])

  // What is being drawn would begin again with every page that arrives.
  const isNextDue = isDrawn && hasNextPage && !isFetching && !isError && !isPlaceholderData
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
      drawn: Math.min(rows, loaded.length),
      total: Math.max(data?.pages[0]?.total ?? 0, loaded.length),
    }),
    status: isError ? 'failed' : isDrawn && !hasNextPage && !isPlaceholderData ? 'complete' : 'loading',
    tryAgain: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
  }
}

/** A film whose spine was raised meanwhile comes again with a later page. */
function withoutRepetition(titles: readonly Title[]): Title[] {
  return [...new Map(titles.map((title) => [title.id, title])).values()]
}
