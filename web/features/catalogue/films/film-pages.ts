import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import {
  BEFORE_NULLS,
  cursorOf,
  cursorOfSpine,
  type FilmCursor,
  type Order,
  type SortableFilm,
} from './film-cursor.ts'
import { pageCountOf } from './page-counts.ts'

export const PAGE_SIZE = 50
// The most rows in one response.
const BLOCK_SIZE = 1000

/** The orders whose column may be null; films without a value come last. */
const NULLABLE: readonly Order[] = ['year', 'country']

/** The first films after a cursor; null stands for the beginning of the list. */
export interface Range {
  after: FilmCursor | null
  limit: number
}

export interface FilmPage<Film> {
  films: Film[]
  /** The number of films in the whole list; null except on the first page. */
  total: number | null
}

/** An ordered list of films: its cache key, and how a range of it is read. */
export interface FilmList<Film> {
  key: QueryKey
  order: Order
  /** The words of the search, which the order by match uses. */
  phrase: string
  /** The spine after which the first page begins. If no film has it, the list begins with its first film. */
  after?: number | undefined
  /** Reads films. After a cursor with a value it leaves out those that have no value in the order's column. */
  read: (range: Range, client: QueryClient, signal: AbortSignal) => Promise<FilmPage<Film>>
}

/** The films of a list, page by page. With keyset pagination a page deep in the list takes no longer than the first. */
export function filmPagesQuery<Film extends SortableFilm>(list: FilmList<Film>) {
  return infiniteQueryOptions({
    queryKey: list.key,
    queryFn: ({ pageParam, signal, client }) =>
      readFilms(list, { after: pageParam, limit: PAGE_SIZE }, client, signal),
    initialPageParam: null as FilmCursor | null,
    getNextPageParam: ({ films }: FilmPage<Film>, pages) => {
      // The total counts the whole list, also when the first page begins within it.
      if (list.after === undefined && pages.length * PAGE_SIZE === pages[0]?.total) return undefined
      const last = films[PAGE_SIZE - 1]
      return last && cursorOf(last, list.order)
    },
    // The films of the former view stay on screen, dimmed, until those of this view arrive.
    placeholderData: keepPreviousData,
  })
}

/**
 * Loads the pages that were on screen at a history entry into the cache, unless they are cached.
 * @returns a promise if there is more than one page, because the scroll position can be restored only after they load.
 */
export function restorePages<Film extends SortableFilm>(
  client: QueryClient,
  list: FilmList<Film>,
  entry: string | undefined,
): Promise<void> | undefined {
  const count = pageCountOf(entry)
  const { queryKey } = filmPagesQuery(list)
  const cached = client.getQueryData(queryKey)
  const isStale = client.getQueryState(queryKey)?.isInvalidated
  if (cached && !isStale && cached.pages.length >= count) return undefined
  // The page itself reports a failure.
  const loading = loadPages(client, list, count).catch(() => undefined)
  return count > 1 ? loading : undefined
}

/** Loads all films of a list into the cache; rejects if they cannot be read. */
export async function loadAllPages<Film extends SortableFilm>(
  client: QueryClient,
  list: FilmList<Film>,
  total: number,
): Promise<void> {
  // Otherwise the query would return the request for the next page that is under way.
  await client.cancelQueries({ queryKey: list.key, exact: true })
  await loadPages(client, list, Math.ceil(total / PAGE_SIZE))
}

/** Loads pages with one request per thousand films, instead of one request per page. */
async function loadPages<Film extends SortableFilm>(
  client: QueryClient,
  list: FilmList<Film>,
  count: number,
): Promise<void> {
  // The films of the last block that have not been divided into pages yet.
  let block: Film[] = []
  let pagesToRead = count

  async function nextPage(after: FilmCursor | null, signal: AbortSignal): Promise<FilmPage<Film>> {
    let total: number | null = null
    if (block.length === 0) {
      const limit = Math.min(pagesToRead * PAGE_SIZE, BLOCK_SIZE)
      const read = await readFilms(list, { after, limit }, client, signal)
      pagesToRead -= limit / PAGE_SIZE
      block = read.films
      total = read.total
    }
    const films = block.slice(0, PAGE_SIZE)
    block = block.slice(PAGE_SIZE)
    return { films, total }
  }

  await client.fetchInfiniteQuery({
    ...filmPagesQuery(list),
    staleTime: 0,
    pages: count,
    queryFn: ({ pageParam, signal }) => nextPage(pageParam, signal),
  })
}

/** Reads the first page of a list that begins after a film. */
async function readFromWithin<Film>(
  list: FilmList<Film>,
  spine: number,
  limit: number,
  client: QueryClient,
  signal: AbortSignal,
): Promise<FilmPage<Film>> {
  const [after, { total }] = await Promise.all([
    cursorOfSpine(spine, list.order, list.phrase, signal),
    list.read({ after: null, limit: 0 }, client, signal),
  ])
  const { films } = await readFilms({ ...list, after: undefined }, { after, limit }, client, signal)
  return { films, total }
}

async function readFilms<Film>(
  list: FilmList<Film>,
  { after, limit }: Range,
  client: QueryClient,
  signal: AbortSignal,
): Promise<FilmPage<Film>> {
  if (after === null && list.after !== undefined)
    return readFromWithin(list, list.after, limit, client, signal)
  const page = await list.read({ after, limit }, client, signal)
  const missing = limit - page.films.length
  // A read from the beginning of the list includes films without a value.
  const mayLackNulls = after !== null && after.value !== null && NULLABLE.includes(list.order)
  if (missing === 0 || !mayLackNulls) return page
  const { films } = await list.read({ after: BEFORE_NULLS, limit: missing }, client, signal)
  return { ...page, films: [...page.films, ...films] }
}
