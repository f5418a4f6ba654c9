import type { QueryClient } from '@tanstack/react-query'
import { loadRememberedPages } from '../features/catalogue/film-pages.ts'
import { criteriaOf } from '../features/catalogue/narrow.ts'
import { personFilms } from '../features/catalogue/person-films.ts'
import { rememberedPages } from '../features/catalogue/remembered-pages.ts'
import type { View } from '../features/catalogue/view.ts'
import { LISTS, type ListName } from '../features/profile/lists.ts'
import { profileQuery } from '../features/profile/profile-query.ts'

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
  const profile = client.fetchQuery(profileQuery(username, criteriaOf(view))).catch(() => undefined)
  if (rememberedPages(entry) === 1) return
  const person = await profile
  if (person) await loadRememberedPages(client, personFilms(person.user_id, LISTS[tab].filter, view), entry)
}
