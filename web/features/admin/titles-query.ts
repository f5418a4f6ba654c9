import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Tables } from '../../../domain/database.types.ts'
import { COLUMN_NAMES } from '../../../domain/film/columns.ts'
import { parseSearch } from '../../../domain/search/search.ts'
import { applyFilmSearch } from '../../data/apply-film-search.ts'
import { FILMS_KEY, PROFILES_KEY } from '../../data/query-keys.ts'
import { anonymousSupabase } from '../../data/supabase.ts'

const PAGE_SIZE = 50
// After this time, focusing the tab reads the list again, with the changes of other admins.
const FRESH_MS = 60_000

/** A film with everything an admin may edit. */
export type AdminFilm = Omit<Tables<'films'>, 'search'>

// supabase-js derives the type of a row from a literal type: '*' stands for the whole row.
export const ADMIN_FILM_COLUMNS = ['id', ...COLUMN_NAMES, 'aliases', 'revision'].join(', ') as '*'

interface TitlesPage {
  /** The search that the films match. */
  q: string
  films: AdminFilm[]
  /** How many films match in all; null on all pages but the first. */
  total: number | null
}

const TITLES = 'titles'

/** The films that match a search, by spine, in pages of 50. */
export function titlesQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: [TITLES, q],
    queryFn: async ({ pageParam, signal }): Promise<TitlesPage> => {
      const client = await anonymousSupabase()
      const selected = client
        .from('films')
        .select(ADMIN_FILM_COLUMNS, pageParam === 0 ? { count: 'exact' } : {})
      const { data, count } = await applyFilmSearch(selected, parseSearch(q))
        .gt('spine', pageParam)
        .order('spine')
        .limit(PAGE_SIZE)
        .abortSignal(signal)
        .throwOnError()
      return { q, films: data, total: count }
    },
    initialPageParam: 0,
    // Seeking after the last spine is equally fast for every page.
    getNextPageParam: ({ films }: TitlesPage) => films[PAGE_SIZE - 1]?.spine,
    placeholderData: keepPreviousData,
    // Other admins change films too.
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    staleTime: FRESH_MS,
  })
}

/** One film as the form edits it; null if it is not in the catalogue. It is read anew whenever it is needed. */
export function adminFilmQuery(filmId: number) {
  return queryOptions({
    queryKey: ['admin-film', filmId],
    queryFn: () => readAdminFilm(filmId),
    // The form reports what other admins changed.
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
  })
}

export async function readAdminFilm(filmId: number): Promise<AdminFilm | null> {
  const client = await anonymousSupabase()
  const films = client.from('films').select(ADMIN_FILM_COLUMNS).eq('id', filmId)
  const { data } = await films.maybeSingle().throwOnError()
  return data
}

/** Replaces films by their new versions in every cached list. */
export function replaceFilms(cache: QueryClient, films: readonly AdminFilm[]): void {
  const byId = new Map(films.map((film) => [film.id, film]))
  cache.setQueriesData<InfiniteData<TitlesPage>>(
    { queryKey: [TITLES] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.films.some(({ id }) => byId.has(id))
            ? { ...page, films: page.films.map((film) => byId.get(film.id) ?? film) }
            : page,
        ),
      },
  )
}

/** Removes a deleted film from every cached list. */
export function removeFilm(cache: QueryClient, id: number): void {
  cache.setQueriesData<InfiniteData<TitlesPage>>({ queryKey: [TITLES] }, (data) =>
    data?.pages.some(({ films }) => films.some((film) => film.id === id))
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            films: page.films.filter((film) => film.id !== id),
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

/** The same for the other pages only, after a write whose outcome the list already shows. */
export function otherPagesChanged(cache: QueryClient): void {
  for (const queryKey of [FILMS_KEY, PROFILES_KEY]) cache.invalidateQueries({ queryKey, refetchType: 'none' })
}
