import type { PostgrestError } from '@supabase/supabase-js'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { parseSearch } from '../../../domain/search.ts'
import { supabase } from '../../supabase.ts'
import { formatOfFilter, isFiltered, type View } from './view.ts'

export const PAGE_SIZE = 50
// The most rows one answer carries.
const BLOCK_SIZE = 1000

const COLUMNS =
  'id, spine, title, director, year, laserdisc, dvd, bluray, bluray_4k, product_url, box_art_url, imdb_link, letterboxd_link, wikipedia_link, bluray_com_link, amazon_link, ebay_link'

interface Range {
  from: number
  to: number
}

type Answer = Awaited<ReturnType<typeof fetchRange>>
type Page = Answer
export type CatalogueFilm = Answer['films'][number]

/** The films of a view, page by page. The first page knows how many match. */
export function filmsQuery(view: View) {
  return infiniteQueryOptions({
    queryKey: ['films', view] as const,
    queryFn: ({ pageParam, signal, client }) => fetchRange(client, view, pageRange(pageParam), signal),
    initialPageParam: 0,
    getNextPageParam: (last: Page, _pages, lastParam: number) =>
      last.films.length < PAGE_SIZE ? undefined : lastParam + 1,
    // Another view's films stay on screen, dimmed, until this view's arrive.
    placeholderData: keepPreviousData,
  })
}

/** How many films the catalogue holds, whatever the present filter. */
export function catalogueSizeQuery() {
  return queryOptions({ queryKey: ['films-total'], queryFn: fetchSize })
}

/**
 * Brings the first `count` pages of a view into the cache with one request per thousand films,
 * so that going back to a place deep in the list does not fetch its way there page by page.
 */
export function loadPages(client: QueryClient, view: View, count: number): Promise<void> {
  const options = filmsQuery(view)
  const blocks = new Map<number, Promise<Answer>>()
  const pagesPerBlock = BLOCK_SIZE / PAGE_SIZE

  async function pageFromBlock(page: number, signal: AbortSignal): Promise<Page> {
    const index = Math.floor(page / pagesPerBlock)
    const from = index * BLOCK_SIZE
    const to = Math.min(from + BLOCK_SIZE, count * PAGE_SIZE) - 1
    const block = blocks.get(index) ?? fetchRange(client, view, { from, to }, signal)
    blocks.set(index, block)
    const { films, total } = await block
    const start = page * PAGE_SIZE - from
    return { films: films.slice(start, start + PAGE_SIZE), total: page === 0 ? total : null }
  }

  return client.prefetchInfiniteQuery({
    ...options,
    staleTime: 0,
    pages: count,
    queryFn: ({ pageParam, signal }) => pageFromBlock(pageParam, signal),
  })
}

function pageRange(page: number): Range {
  return { from: page * PAGE_SIZE, to: (page + 1) * PAGE_SIZE - 1 }
}

async function fetchRange(cache: QueryClient, view: View, range: Range, signal: AbortSignal) {
  const client = await supabase()
  const { formats, words } = parseSearch(view.q)
  const format = formatOfFilter(view.format)

  let query = client.from('films').select(COLUMNS, range.from === 0 ? { count: 'exact' } : {})
  for (const wanted of format ? [...formats, format] : formats) query = query.eq(wanted, true)
  // A folded word holds no sign with a meaning in a pattern.
  for (const word of words) query = query.like('search', `*${word}*`)
  query = query.order(view.sort)
  // The spine breaks ties, so that no film appears on two pages.
  if (view.sort !== 'spine') query = query.order('spine')

  const { data, count, error } = await query.range(range.from, range.to).abortSignal(signal)
  if (error) throw failure(error)
  // The first page of the whole catalogue brings its size along.
  if (count !== null && !isFiltered(view)) cache.setQueryData(catalogueSizeQuery().queryKey, count)
  return { films: data, total: count }
}

async function fetchSize(): Promise<number> {
  const client = await supabase()
  const { count, error } = await client.from('films').select('spine', { count: 'exact', head: true })
  if (error) throw failure(error)
  return count ?? 0
}

function failure(error: PostgrestError): Error {
  return new Error(`The catalogue could not be read: ${error.message}`, { cause: error })
}
