import { formatCount } from '../../domain/film/format-count.ts'
import { documentTitle, profileTitle } from '../../domain/page-titles.ts'
import { picturePath, profilePath } from '../../domain/paths.ts'
import { PARTS, type Part, type ProfileVisibility, type ShownProfile } from '../../domain/profile-parts.ts'
import { normaliseUsername } from '../../domain/usernames.ts'
import { asCaller } from '../db/as-caller.ts'
import type { Database } from '../db/database.ts'
import type { PageHead } from './page-html.ts'

/** A profile as visitors see it. */
interface Profile {
  username: string
  visibility: ProfileVisibility
  catalogue: number
  /** Null if visitors may not see what the person owns. */
  owned: number | null
}

export type ProfilePage =
  | { kind: 'page'; profile: Profile }
  /** The address has the username in another case; `path` is the canonical one. */
  | { kind: 'redirect'; path: string }
  /** There is no such person, or visitors may not see the profile. */
  | { kind: 'missing'; username: string }

/** Finds the page for a username in an address, with one anonymous query. */
export async function findProfilePage(db: Database, name: string): Promise<ProfilePage> {
  const username = normaliseUsername(name)
  const [found] = await asCaller(db, { role: 'anon', claims: { role: 'anon' } }, 'read', {
    text: `select catalogue, catalogue_owned as owned, visibility, collection_visibility, watched_visibility,
      wishlist_visibility from public.profile_counts($1)`,
    values: [username],
  })
  if (!found) return { kind: 'missing', username }
  if (name !== username) return { kind: 'redirect', path: profilePath(username) }
  const { catalogue, owned, ...visibility } = found
  return {
    kind: 'page',
    profile: {
      username,
      visibility: visibility as ProfileVisibility,
      catalogue: Number(catalogue),
      owned: owned === null ? null : Number(owned),
    },
  }
}

/**
 * @param siteUrl the site's address; without it, the picture's address is relative.
 * @param shownOf what visitors see of the profile on the page.
 */
export function profileHead(
  { username, visibility, catalogue, owned }: Profile,
  siteUrl = '',
  shownOf: (profile: ProfileVisibility) => ShownProfile = () => ({ parts: PARTS, isListed: false }),
): PageHead {
  const { parts, isListed } = shownOf(visibility)
  const title = documentTitle(profileTitle(username, owned !== null))
  const counts =
    owned !== null && parts.includes('collection')
      ? `${username} owns ${formatCount(owned)} of ${formatCount(catalogue)} Criterion titles.`
      : undefined
  return {
    title,
    picture: { address: picturePath(siteUrl + profilePath(username)), text: counts ?? title },
    description: counts ? `${counts} See ${see(parts)}.` : lists(username, parts),
    unlisted: !isListed,
  }
}

const SEEN: Record<Part, string[]> = {
  collection: ['which', 'in which formats'],
  wishlist: ['what is on the wishlist'],
  watched: ['what has been watched'],
}

function see(parts: readonly Part[]): string {
  return LIST.format(
    (['collection', 'wishlist', 'watched'] as const)
      .filter((part) => parts.includes(part))
      .flatMap((part) => SEEN[part]),
  )
}

/** Without any list, the page has the description of the home page. */
function lists(username: string, parts: readonly Part[]): string | undefined {
  const verbs = [
    ...(parts.includes('watched') ? ['has watched'] : []),
    ...(parts.includes('wishlist') ? ['wishes for'] : []),
  ]
  return verbs.length === 0 ? undefined : `The Criterion titles that ${username} ${verbs.join(' and ')}.`
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })
