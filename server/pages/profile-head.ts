import { formatCount } from '../../domain/film/format-count.ts'
import { profilePath } from '../../domain/paths.ts'
import { normaliseUsername } from '../../domain/usernames.ts'
import { asCaller } from '../db/as-caller.ts'
import type { Database } from '../db/database.ts'
import type { PageHead } from './page-html.ts'

export type ProfilePage =
  | { kind: 'page'; head: PageHead }
  /** Somebody under the name in lower case. */
  | { kind: 'elsewhere'; path: string }
  /** Nobody whom every visitor may see. */
  | { kind: 'nobody'; username: string }

/** What the address of a person's page is answered with: all in one look at what every visitor may read. */
export async function findProfilePage(db: Database, name: string): Promise<ProfilePage> {
  const username = normaliseUsername(name)
  const [found] = await asCaller(db, { role: 'anon', claims: { role: 'anon' } }, 'read', {
    text: 'select catalogue, catalogue_owned as owned, visibility from public.profile_counts($1)',
    values: [username],
  })
  if (!found) return { kind: 'nobody', username }
  if (name !== username) return { kind: 'elsewhere', path: profilePath(username) }
  const head = headOf(username, Number(found.owned), Number(found.catalogue))
  return { kind: 'page', head: { ...head, unlisted: found.visibility !== 'public' } }
}

function headOf(username: string, owned: number, catalogue: number): PageHead {
  const [some, all] = [formatCount(owned), formatCount(catalogue)]
  return {
    title: `${username}'s Collection · Criterion Collection Tracker`,
    description: `${username} owns ${some} of ${all} Criterion titles. See which, in which formats, what is on the wishlist and what has been watched.`,
  }
}
