import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { Tables } from '../../../../domain/database.types.ts'
import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { MAX_ROWS } from '../../../../domain/rest/request.ts'
import type { Direction } from '../toolbar/view.ts'
import {
  BEFORE_VALUES,
  beforeNulls,
  cursorOf,
  cursorOfSpine,
  type FilmCursor,
  type Order,
  type Position,
  type SortableFilm,
} from './film-cursor.ts'
import { pageCountOf } from './page-counts.ts'

export const PAGE_SIZE = 50

/** The orders whose column may be null; films without a value come last. */
const NULLABLE: readonly Order[] = ['year', 'country', 'running_time']

/** The first films at a position; null stands for the beginning of the list. */
export interface Range {
  after: Position | null
  limit: number
}

export interface FilmPage<Film> {
  films: Film[]
  /** The number of films in the whole list; null except on the first page. */
  total: number | null
}

/** What choosing among the films of a list needs of each. */
export type FilmKey = Pick<Tables<'films'>, 'id' | 'spine' | Format>

/** The most keys in one response. */
export const KEYS_PER_BLOCK = 1000

/** The columns of a `FilmKey`, for `select`. */
export const KEY_COLUMNS = ['id', 'spine', ...FORMATS].join(', ')

/** An ordered list of films: its cache key, and how a range of it is read. */
export interface FilmList<Film> {
  key: QueryKey
  order: Order
  direction: Direction
  /** The words of the search, which the order by match uses. */
  phrase: string
  /** The spine after which the first page begins. If no film has it, the list begins with its first film. */
  after?: number | undefined
  /** Reads films. At a position other than the beginning it leaves out those without a value in the order's column. */
  read: (range: Range, client: QueryClient, signal: AbortSignal) => Promise<FilmPage<Film>>
  /**
   * Reads a block of keys in the order of the spines, whatever the order of the list.
   * @param from how many films come before the block, which may be only as many as the list has.
   */
  readKeys: (from: number) => Promise<KeyBlock>
}

export interface KeyBlock {
  keys: FilmKey[]
  /** The number of films in the whole list. */
  total: number
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

/** Reads the keys of all films of a list. */
export async function readAllKeys(list: Pick<FilmList<unknown>, 'readKeys'>): Promise<FilmKey[]> {
  const all: FilmKey[] = []
  for (;;) {
    const { keys, total } = await list.readKeys(all.length)
    all.push(...keys)
    if (keys.length < KEYS_PER_BLOCK || all.length >= total) return all
  }
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
      const limit = Math.min(pagesToRead * PAGE_SIZE, MAX_ROWS)
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
  const isNullable = NULLABLE.includes(list.order)
  // Descending, the index has the films without a value first.
  const page =
    after === null && isNullable && list.direction === 'desc'
      ? await readFromFirstValue(list, limit, client, signal)
      : await list.read({ after, limit }, client, signal)
  const missing = limit - page.films.length
  // An ascending read from the beginning of the list includes films without a value.
  const mayLackNulls = isNullable && (after === null ? list.direction === 'desc' : !isAmongNulls(after))
  if (missing === 0 || !mayLackNulls) return page
  const { films } = await list.read({ after: beforeNulls(list.direction), limit: missing }, client, signal)
  return { ...page, films: [...page.films, ...films] }
}

function isAmongNulls(position: Position): boolean {
  return position !== BEFORE_VALUES && position.value === null
}

async function readFromFirstValue<Film>(
  list: FilmList<Film>,
  limit: number,
  client: QueryClient,
  signal: AbortSignal,
): Promise<FilmPage<Film>> {
  const [{ total }, { films }] = await Promise.all([
    list.read({ after: null, limit: 0 }, client, signal),
    list.read({ after: BEFORE_VALUES, limit }, client, signal),
  ])
  return { films, total }
}
