import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/react-query'
import type { Tables } from '../../../domain/database.types.ts'
import { COLUMN_NAMES } from '../../../domain/film/columns.ts'
import { parseSearch } from '../../../domain/search/search.ts'
import { applyFilmSearch } from '../../data/apply-film-search.ts'
import { FILMS_KEY, PROFILES_KEY } from '../../data/query-keys.ts'
import { anonymousSupabase } from '../../data/supabase.ts'

const PAGE_SIZE = 50
// After this time, focusing the tab reads the titles again, with the changes of other admins.
const FRESH_MS = 60_000

/** A film with everything an admin may edit. */
export type Title = Omit<Tables<'films'>, 'search'>

// supabase-js derives the type of a row from a literal type: '*' stands for the whole row.
export const TITLE_COLUMNS = ['id', ...COLUMN_NAMES, 'revision'].join(', ') as '*'

interface TitlesPage {
  /** The search that the titles match. */
  q: string
  titles: Title[]
  /** How many titles match in all; null on all pages but the first. */
  total: number | null
}

const TITLES = 'titles'

/** The titles that match a search, by spine, in pages of 50. */
export function titlesQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: [TITLES, q],
    queryFn: async ({ pageParam, signal }): Promise<TitlesPage> => {
      const client = await anonymousSupabase()
      const films = client.from('films').select(TITLE_COLUMNS, pageParam === 0 ? { count: 'exact' } : {})
      const { data, count } = await applyFilmSearch(films, parseSearch(q))
        .gt('spine', pageParam)
        .order('spine')
        .limit(PAGE_SIZE)
        .abortSignal(signal)
        .throwOnError()
      return { q, titles: data, total: count }
    },
    initialPageParam: 0,
    // Seeking after the last spine is equally fast for every page.
    getNextPageParam: ({ titles }: TitlesPage) => titles[PAGE_SIZE - 1]?.spine,
    placeholderData: keepPreviousData,
    // Other admins change titles too.
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    staleTime: FRESH_MS,
  })
}

/** Replaces titles by their new versions in every cached list. */
export function putTitles(cache: QueryClient, titles: readonly Title[]): void {
  const byId = new Map(titles.map((title) => [title.id, title]))
  cache.setQueriesData<InfiniteData<TitlesPage>>(
    { queryKey: [TITLES] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.titles.some(({ id }) => byId.has(id))
            ? { ...page, titles: page.titles.map((title) => byId.get(title.id) ?? title) }
            : page,
        ),
      },
  )
}

/** Removes a deleted title from every cached list. */
export function removeTitle(cache: QueryClient, id: number): void {
  cache.setQueriesData<InfiniteData<TitlesPage>>({ queryKey: [TITLES] }, (data) =>
    data?.pages.some(({ titles }) => titles.some((title) => title.id === id))
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            titles: page.titles.filter((title) => title.id !== id),
            total: page.total && page.total - 1,
          })),
        }
      : data,
  )
}

/** Marks every list of films as stale after a write. Lists on other pages are read again when they are next shown. */
export function catalogueChanged(cache: QueryClient): Promise<void> {
  otherPagesChanged(cache)
  return cache.invalidateQueries({ queryKey: [TITLES] })
}

/** The same for the other pages only, after a write whose outcome the list of titles already shows. */
export function otherPagesChanged(cache: QueryClient): void {
  for (const queryKey of [FILMS_KEY, PROFILES_KEY]) cache.invalidateQueries({ queryKey, refetchType: 'none' })
}
