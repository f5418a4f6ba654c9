import type { QueryClient } from '@tanstack/react-query'
import { readConfig } from '../config.ts'
import { loadRememberedPages } from '../features/catalogue/film-pages.ts'
import { criteriaOf } from '../features/catalogue/narrow.ts'
import { personFilms } from '../features/catalogue/person-films.ts'
import { rememberedPages } from '../features/catalogue/remembered-pages.ts'
import type { View } from '../features/catalogue/view.ts'
import { LISTS, type ListName } from '../features/profile/lists.ts'
import { profileQuery } from '../features/profile/profile-query.ts'
import { usernameQuery } from '../session.tsx'
import { readStoredPerson } from '../stored-session.ts'

/**
 * Starts what a profile page shows. Waits only for a place deep in the list, whose pages are asked for by the id that
 * comes with the figures; a failure is the page's to show.
 */
export async function loadProfile(
  client: QueryClient,
  username: string,
  { tab, ...view }: View & { tab: ListName },
  entry: string | undefined,
): Promise<void> {
  const ownId = ownIdAs(client, username)
  const profile = client.fetchQuery(profileQuery(username, criteriaOf(view), ownId)).catch(() => undefined)
  if (rememberedPages(entry) === 1) return
  const person = await profile
  if (!person) return
  const films = personFilms(person.user_id, LISTS[tab].filter, view, ownId !== undefined)
  await loadRememberedPages(client, films, entry)
}

/** The id of the person who is signed in, if the name is theirs; before anything is drawn, so from what is stored. */
function ownIdAs(client: QueryClient, username: string): string | undefined {
  const person = readStoredPerson(readConfig().supabaseUrl)
  if (!person) return undefined
  const name = client.getQueryData(usernameQuery(person.userId).queryKey) ?? person.usernameHint
  return name === username ? person.userId : undefined
}
