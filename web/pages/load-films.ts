import type { QueryClient } from '@tanstack/react-query'
import { readConfig } from '../app/config.ts'
import { filmPagesQuery, restorePages } from '../features/catalogue/films/film-pages.ts'
import { catalogueFilms, catalogueSizeQuery } from '../features/catalogue/films/films-query.ts'
import { pageCountOf } from '../features/catalogue/films/page-counts.ts'
import { profileFilms } from '../features/catalogue/films/profile-films.ts'
import { criteriaOf } from '../features/catalogue/toolbar/apply-view.ts'
import { isFiltered, type PositionedView } from '../features/catalogue/toolbar/view.ts'
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
  { after, ...view }: PositionedView,
  entry: string | undefined,
): Promise<unknown> | undefined {
  const films = catalogueFilms(view, after)
  if (!import.meta.env.SSR) return restorePages(client, films, entry)
  return Promise.all([
    client.fetchInfiniteQuery(filmPagesQuery(films)),
    // For the banner.
    isFiltered(view) && client.fetchQuery(catalogueSizeQuery()),
  ])
}

/**
 * Starts the queries of a profile page. The server waits for all of them, the browser only when going back to a
 * position on a later page of the list, whose films are queried by the id from the profile. The page shows failures.
 */
export async function loadProfile(
  client: QueryClient,
  username: string,
  { tab, after, ...view }: PositionedView & { tab: ListName },
  entry: string | undefined,
): Promise<void> {
  const filter = LISTS[tab]
  if (import.meta.env.SSR) {
    const { user_id } = (await client.fetchQuery(profileQuery(username, criteriaOf(view), undefined))) ?? {}
    if (user_id)
      await client.fetchInfiniteQuery(filmPagesQuery(profileFilms(user_id, filter, view, false, after)))
    return
  }
  const ownId = ownIdIfNamed(client, username)
  const profile = client.fetchQuery(profileQuery(username, criteriaOf(view), ownId)).catch(() => undefined)
  if (pageCountOf(entry) === 1) return
  const person = await profile
  if (!person) return
  await restorePages(client, profileFilms(person.user_id, filter, view, ownId !== undefined, after), entry)
}

/** Returns the id of the person who is signed in if the username is theirs, from the stored session. */
function ownIdIfNamed(client: QueryClient, username: string): string | undefined {
  const person = readStoredPerson(readConfig().supabaseUrl)
  if (!person) return undefined
  const name = client.getQueryData(usernameQuery(person.userId).queryKey) ?? person.usernameHint
  return name === username ? person.userId : undefined
}
