import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { rememberedPages } from './remembered-pages.ts'

export const PAGE_SIZE = 50
// The most rows one answer carries.
const BLOCK_SIZE = 1000

export interface Range {
  from: number
  to: number
}

export interface FilmPage<Film> {
  films: Film[]
  /** How many there are in all; only a range that starts at 0 says so. */
  total: number | null
}

/** Films in an order: where the cache keeps them, and how a range of them is read. */
export interface FilmList<Film> {
  key: QueryKey
  read: (range: Range, client: QueryClient, signal: AbortSignal) => Promise<FilmPage<Film>>
}

/** The films of a list, page by page. */
export function filmPagesQuery<Film>({ key, read }: FilmList<Film>) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal, client }) => read(pageRange(pageParam), client, signal),
    initialPageParam: 0,
    getNextPageParam: (last: FilmPage<Film>, _pages, lastParam: number) =>
      last.films.length < PAGE_SIZE ? undefined : lastParam + 1,
    // Another view's films stay on screen, dimmed, until this view's arrive.
    placeholderData: keepPreviousData,
  })
}

/**
 * Brings the pages that were on screen at a history entry into the cache, unless they are there. Answers a promise
 * only for a place deep in the list: its scroll position can be restored once it is there.
 */
export function loadRememberedPages<Film>(
  client: QueryClient,
  list: FilmList<Film>,
  entry: string | undefined,
): Promise<void> | undefined {
  const count = rememberedPages(entry)
  const { queryKey } = filmPagesQuery(list)
  const cached = client.getQueryData(queryKey)
  const isStale = client.getQueryState(queryKey)?.isInvalidated
  if (cached && !isStale && cached.pages.length >= count) return undefined
  // The page shows a failure.
  const loading = loadPages(client, list, count).catch(() => undefined)
  return count > 1 ? loading : undefined
}

/** Brings all the films of a list into the cache; rejects when they cannot be read. */
export async function loadAllPages<Film>(
  client: QueryClient,
  list: FilmList<Film>,
  total: number,
): Promise<void> {
  // A next page on its way would be taken for all of them.
  await client.cancelQueries({ queryKey: list.key, exact: true })
  await loadPages(client, list, Math.ceil(total / PAGE_SIZE))
}

/** With one request per thousand films, so that a place deep in the list is not fetched page by page. */
async function loadPages<Film>(client: QueryClient, list: FilmList<Film>, count: number): Promise<void> {
  const blocks = new Map<number, Promise<FilmPage<Film>>>()
  const pagesPerBlock = BLOCK_SIZE / PAGE_SIZE

  async function pageFromBlock(page: number, signal: AbortSignal): Promise<FilmPage<Film>> {
    const index = Math.floor(page / pagesPerBlock)
    const from = index * BLOCK_SIZE
    const to = Math.min(from + BLOCK_SIZE, count * PAGE_SIZE) - 1
    const block = blocks.get(index) ?? list.read({ from, to }, client, signal)
    blocks.set(index, block)
    const { films, total } = await block
    const start = page * PAGE_SIZE - from
    return { films: films.slice(start, start + PAGE_SIZE), total: page === 0 ? total : null }
  }

  await client.fetchInfiniteQuery({
    ...filmPagesQuery(list),
    staleTime: 0,
    pages: count,
    queryFn: ({ pageParam, signal }) => pageFromBlock(pageParam, signal),
  })
}

function pageRange(page: number): Range {
  return { from: page * PAGE_SIZE, to: (page + 1) * PAGE_SIZE - 1 }
}
