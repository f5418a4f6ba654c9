import { type ComparedList, comparedLists } from '../../domain/comparison.ts'
import { formatCount } from '../../domain/film/format-count.ts'
import { listText } from '../../domain/list-text.ts'
import { comparisonTitle, documentTitle, profileTitle, progressTitle } from '../../domain/page-titles.ts'
import { picturePath, profilePath } from '../../domain/paths.ts'
import { PARTS, type Part, type ProfileVisibility, type ShownProfile } from '../../domain/profile-parts.ts'
import { normaliseUsername } from '../../domain/usernames.ts'
import { asCaller } from '../db/as-caller.ts'
import type { Database } from '../db/database.ts'
import type { PageHead, Picture } from './page-html.ts'
import { sitePicture } from './site-picture.ts'

/** A profile as visitors see it. */
export interface Profile {
  username: string
  visibility: ProfileVisibility
  catalogue: number
  /** Null if visitors may not see what the person owns. */
  owned: number | null
}

export interface FoundProfile {
  /** The username in its canonical form. */
  username: string
  /** Undefined if there is no such person, or visitors may not see the profile. */
  shown: Profile | undefined
}

/** Finds the person whose username is in an address, with one anonymous query. */
export async function findProfile(db: Database, name: string): Promise<FoundProfile> {
  const username = normaliseUsername(name)
  const [found] = await asCaller(db, { role: 'anon', claims: { role: 'anon' } }, 'read', {
    text: `select catalogue, catalogue_owned as owned, visibility, collection_visibility, watched_visibility,
      wishlist_visibility from public.profile_counts($1)`,
    values: [username],
  })
  if (!found) return { username, shown: undefined }
  const { catalogue, owned, ...visibility } = found
  return {
    username,
    shown: {
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
  profile: Profile,
  siteUrl: string | undefined,
  shownOf: (profile: ProfileVisibility) => ShownProfile = () => ({ parts: PARTS, isListed: false }),
): PageHead {
  const { username, visibility, owned } = profile
  const { parts, isListed } = shownOf(visibility)
  const title = documentTitle(profileTitle(username, owned !== null))
  const counts = parts.includes('collection') ? owning(profile) : undefined
  return {
    title,
    picture: pictureOf(username, siteUrl, counts ?? title),
    description: counts ? `${counts} See ${see(parts)}.` : lists(username, parts),
    unlisted: !isListed,
  }
}

/** Undefined if visitors may not see what the person owns: the page is about nothing else. */
export function progressHead(profile: Profile, siteUrl: string | undefined): PageHead | undefined {
  const { username, visibility } = profile
  const counts = owning(profile)
  if (!counts) return undefined
  return {
    title: documentTitle(progressTitle(username)),
    picture: pictureOf(username, siteUrl, counts),
    description: `${counts} See every spine on one wall, and how much of each format, decade, country, director and box set is owned.`,
    unlisted: visibility.collection_visibility !== 'public',
  }
}

/** Undefined for a person and themselves, and if visitors may see no list of the comparison. */
export function comparisonHead(
  one: Profile,
  other: Profile,
  siteUrl: string | undefined,
): PageHead | undefined {
  const { lists, isListed } = comparedLists(one.visibility, other.visibility)
  if (one.username === other.username || lists.length === 0) return undefined
  const pair = `${one.username} and ${other.username}`
  return {
    title: documentTitle(comparisonTitle(one.username, other.username)),
    picture: sitePicture(siteUrl),
    description: `The Criterion titles of ${pair}, compared: ${describe(lists)}.`,
    unlisted: !isListed,
  }
}

function describe(lists: readonly ComparedList[]): string {
  return listText([
    ...(lists.includes('both_own') ? ['what both own', 'what only one of them owns'] : []),
    ...(lists.some((list) => list.startsWith('wished')) ? ['what one wishes for that the other owns'] : []),
  ])
}

function pictureOf(username: string, siteUrl = '', text: string): Picture {
  return { address: picturePath(siteUrl + profilePath(username)), text }
}

function owning({ username, owned, catalogue }: Profile): string | undefined {
  if (owned === null) return undefined
  return `${username} owns ${formatCount(owned)} of ${formatCount(catalogue)} Criterion titles.`
}

const SEEN: Record<Part, string[]> = {
  collection: ['which', 'in which formats'],
  wishlist: ['what is on the wishlist'],
  watched: ['what has been watched'],
}

function see(parts: readonly Part[]): string {
  return listText(
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
