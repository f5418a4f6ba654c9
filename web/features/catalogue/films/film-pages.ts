import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import {
  BEFORE_NULLS,
  type FilmPlace,
  type Order,
  type Placed,
  placeOf,
  placeOfSpine,
} from '../grid/film-place.ts'
import { rememberedPages } from './remembered-pages.ts'

export const PAGE_SIZE = 50
// The most rows one answer carries.
const BLOCK_SIZE = 1000

/** The orders in which films without a value come last. */
const NULLABLE: readonly Order[] = ['year', 'country']

/** The first films after a place; null is the beginning of the list. */
export interface Range {
  after: FilmPlace | null
  limit: number
}

export interface FilmPage<Film> {
  films: Film[]
  /** How many there are in all; only the first page says so. */
  total: number | null
}

/** Films in an order: where the cache keeps them, and how a range of them is read. */
export interface FilmList<Film> {
  key: QueryKey
  order: Order
  /** The words that are searched for, which an order may go by. */
  phrase: string
  /** The spine of the film that the first page comes after; a film that is not there leaves it the first of all. */
  after?: number | undefined
  /** Reads films; those without a value in the order's column only from the beginning, or after another of them. */
  read: (range: Range, client: QueryClient, signal: AbortSignal) => Promise<FilmPage<Film>>
}

/** The films of a list, page by page. Each is sought by the film it comes after: as quick however deep. */
export function filmPagesQuery<Film extends Placed>(list: FilmList<Film>) {
  return infiniteQueryOptions({
    queryKey: list.key,
    queryFn: ({ pageParam, signal, client }) =>
      readFilms(list, { after: pageParam, limit: PAGE_SIZE }, client, signal),
    initialPageParam: null as FilmPlace | null,
    getNextPageParam: ({ films }: FilmPage<Film>, pages) => {
      // Behind another film there are fewer than in all.
      if (list.after === undefined && pages.length * PAGE_SIZE === pages[0]?.total) return undefined
      const last = films[PAGE_SIZE - 1]
      return last && placeOf(last, list.order)
    },
    // Another view's films stay on screen, dimmed, until this view's arrive.
    placeholderData: keepPreviousData,
  })
}

/**
 * Brings the pages that were on screen at a history entry into the cache, unless they are there. Answers a promise
 * only for a place deep in the list: its scroll position can be restored once it is there.
 */
export function loadRememberedPages<Film extends Placed>(
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
export async function loadAllPages<Film extends Placed>(
  client: QueryClient,
  list: FilmList<Film>,
  total: number,
): Promise<void> {
  // A next page on its way would be taken for all of them.
  await client.cancelQueries({ queryKey: list.key, exact: true })
  await loadPages(client, list, Math.ceil(total / PAGE_SIZE))
}

/** With one request per thousand films, so that a place deep in the list is not fetched page by page. */
async function loadPages<Film extends Placed>(
  client: QueryClient,
  list: FilmList<Film>,
  count: number,
): Promise<void> {
  // What was read and is not yet a page: those of the last block.
  let block: Film[] = []
  let pagesToRead = count

  async function nextPage(after: FilmPlace | null, signal: AbortSignal): Promise<FilmPage<Film>> {
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

/** The first page of a list that begins behind a film. */
async function readFromWithin<Film>(
  list: FilmList<Film>,
  spine: number,
  limit: number,
  client: QueryClient,
  signal: AbortSignal,
): Promise<FilmPage<Film>> {
  const [after, { total }] = await Promise.all([
    placeOfSpine(spine, list.order, list.phrase, signal),
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
  // From the beginning on, the order itself leads to those without a value.
  const mayLackNulls = after !== null && after.value !== null && NULLABLE.includes(list.order)
  if (missing === 0 || !mayLackNulls) return page
  const { films } = await list.read({ after: BEFORE_NULLS, limit: missing }, client, signal)
  return { ...page, films: [...page.films, ...films] }
}
