import type { QueryClient } from '@tanstack/react-query'
import type { Subject } from '../../domain/page-renderer.ts'
import { readConfig } from '../app/config.ts'
import { filmPagesQuery, restorePages } from '../features/catalogue/films/film-pages.ts'
import { catalogueFilms, catalogueSizeQuery } from '../features/catalogue/films/films-query.ts'
import { pageCountOf } from '../features/catalogue/films/page-counts.ts'
import { profileFilms } from '../features/catalogue/films/profile-films.ts'
import { setTitlesQuery } from '../features/catalogue/filters/sets-query.ts'
import { criteriaOf } from '../features/catalogue/toolbar/apply-view.ts'
import { filtersOf, hasFilters, isFiltered, type PositionedView } from '../features/catalogue/toolbar/view.ts'
import { filmQuery } from '../features/film/page/film-query.ts'
import { boxSizesQuery } from '../features/film/sets/box-sizes-query.ts'
import { setQuery, setsQuery } from '../features/film/sets/set-query.ts'
import { neighboursQuery } from '../features/film/strip/neighbours-query.ts'
import { LISTS, type ListName } from '../features/profile/lists.ts'
import { profileQuery } from '../features/profile/profile-query.ts'
import { usernameQuery } from '../session/session.tsx'
import { readStoredPerson } from '../session/stored-session.ts'

/**
 * Starts the queries of the home page. The server waits for all of them, the browser only when going back to a position
 * on a later page of the list.
 */
export function loadHome(
  client: QueryClient,
  { after, pick, ...view }: PositionedView,
  entry: string | undefined,
): Promise<unknown> | undefined {
  const films = catalogueFilms(view, after)
  if (!import.meta.env.SSR) return restorePages(client, films, entry)
  return Promise.all([
    client.fetchInfiniteQuery(filmPagesQuery(films)),
    pick !== undefined && client.fetchQuery(filmQuery(client, pick)),
    // For the banner.
    isFiltered(view) && client.fetchQuery(catalogueSizeQuery()),
    // For the filters that are set.
    view.set !== undefined && client.fetchQuery(setTitlesQuery()),
    view.view === 'shelf' && client.fetchQuery(boxSizesQuery()),
  ])
}

/**
 * Starts the queries of a profile page. The server waits for all of them, the browser only when going back to a
 * position on a later page of the list, whose films are queried by the id from the profile. The page shows failures.
 */
export async function loadProfile(
  client: QueryClient,
  username: string,
  { tab, after, pick, ...view }: PositionedView & { tab: ListName },
  entry: string | undefined,
): Promise<void> {
  const asked = { tab, ...filtersOf(view) }
  if (import.meta.env.SSR) {
    // Imported here, so that the first scripts of a browser do not contain them.
    const { filterCountsQuery } = await import('../features/catalogue/filters/filter-counts.ts')
    const { filmsInSetsQuery } = await import('../features/profile/films-in-sets-query.ts')
    const { shownLists } = await import('../features/profile/shown-lists.ts')
    const profile = await client.fetchQuery(profileQuery(username, criteriaOf(view), undefined))
    if (!profile) return
    const { user_id } = profile
    const { list, parts } = shownLists(profile, false, asked)
    if (list)
      await Promise.all([
        client.fetchInfiniteQuery(
          filmPagesQuery(profileFilms(user_id, LISTS[list], view, false, after, parts)),
        ),
        parts.includes('collection') && client.fetchQuery(filmsInSetsQuery(user_id)),
        pick !== undefined && client.fetchQuery(filmQuery(client, pick)),
        // For the tabs.
        view.set !== undefined && client.fetchQuery(setTitlesQuery()),
        view.view === 'shelf' && client.fetchQuery(boxSizesQuery()),
        hasFilters(view) &&
          client.fetchQuery(filterCountsQuery(view, { userId: user_id, isOwn: false, list, parts })),
      ])
    return
  }
  const ownId = ownIdIfNamed(client, username)
  const profile = client.fetchQuery(profileQuery(username, criteriaOf(view), ownId)).catch(() => undefined)
  if (pageCountOf(entry) === 1) return
  const person = await profile
  if (!person) return
  const { shownLists } = await import('../features/profile/shown-lists.ts')
  const isOwn = ownId !== undefined
  const { list, parts } = shownLists(person, isOwn, asked)
  if (!list) return
  await restorePages(client, profileFilms(person.user_id, LISTS[list], view, isOwn, after, parts), entry)
}

/** On the server, reads what a progress page shows. In the browser the page does, whose code has the query. */
export async function loadProgress(client: QueryClient, username: string): Promise<void> {
  if (!import.meta.env.SSR) return
  const { progressQuery } = await import('../features/profile/progress/progress-query.ts')
  await client.fetchQuery(progressQuery(username, undefined))
}

/** What a page is about for the server, null if there is no such page; nothing for the browser, where the page waits. */
type LoadedSubject = Promise<{ subject: Subject | null }> | undefined

/** Starts the queries of a film's page. */
export function loadFilm(client: QueryClient, spine: number): LoadedSubject {
  return loadSubject(
    client.fetchQuery(filmQuery(client, spine)).then((film) => film && { film }),
    client.fetchQuery(neighboursQuery(spine)),
    client.fetchQuery(setsQuery(spine)),
  )
}

/** Starts the query of a box set's page. */
export function loadSet(client: QueryClient, id: number): LoadedSubject {
  return loadSubject(client.fetchQuery(setQuery(id)).then((set) => set && { set }))
}

/** Reads a wishlist behind a gift link for the server. */
export async function loadGift(client: QueryClient, token: string): Promise<{ subject: Subject | null }> {
  const { giftQuery } = await import('../features/gift/gift-query.ts')
  const gift = await client.fetchQuery(giftQuery(token))
  return { subject: gift && { gift } }
}

function loadSubject(subject: Promise<Subject | null>, ...others: Promise<unknown>[]): LoadedSubject {
  const all = Promise.all([subject, ...others])
  if (import.meta.env.SSR) return all.then(([subject]) => ({ subject }))
  // The page shows failures.
  all.catch(() => {})
  return undefined
}

/** Returns the id of the person who is signed in if the username is theirs, from the stored session. */
export function ownIdIfNamed(client: QueryClient, username: string): string | undefined {
  const person = readStoredPerson(readConfig().supabaseUrl)
  if (!person) return undefined
  const name = client.getQueryData(usernameQuery(person.userId).queryKey) ?? person.usernameHint
  return name === username ? person.userId : undefined
}
