import { formatCount } from '../../domain/film/format-count.ts'
import { documentTitle, profileTitle } from '../../domain/page-titles.ts'
import { profilePath } from '../../domain/paths.ts'
import { normaliseUsername } from '../../domain/usernames.ts'
import { asCaller } from '../db/as-caller.ts'
import type { Database } from '../db/database.ts'
import type { PageHead } from './page-html.ts'

export type ProfilePage =
  | { kind: 'page'; head: PageHead }
  /** The address has the username in another case; `path` is the canonical one. */
  | { kind: 'redirect'; path: string }
  /** There is no such person, or visitors may not see the profile. */
  | { kind: 'missing'; username: string }

/** Finds the page for a username in an address, with one anonymous query. */
export async function findProfilePage(db: Database, name: string): Promise<ProfilePage> {
  const username = normaliseUsername(name)
  const [found] = await asCaller(db, { role: 'anon', claims: { role: 'anon' } }, 'read', {
    text: 'select catalogue, catalogue_owned as owned, visibility from public.profile_counts($1)',
    values: [username],
  })
  if (!found) return { kind: 'missing', username }
  if (name !== username) return { kind: 'redirect', path: profilePath(username) }
  const head = headOf(username, Number(found.owned), Number(found.catalogue))
  return { kind: 'page', head: { ...head, unlisted: found.visibility !== 'public' } }
}

function headOf(username: string, owned: number, catalogue: number): PageHead {
  const [some, all] = [formatCount(owned), formatCount(catalogue)]
  return {
    title: documentTitle(profileTitle(username)),
    description: `${username} owns ${some} of ${all} Criterion titles. See which, in which formats, what is on the wishlist and what has been watched.`,
  }
}
