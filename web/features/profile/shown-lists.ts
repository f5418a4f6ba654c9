import type { Mine } from '../../../domain/filters/filters.ts'
import {
  PART_OF_MARK,
  PARTS,
  type Part,
  type ProfileVisibility,
  type ShownProfile,
} from '../../../domain/profile-parts.ts'
import { DEFAULT_LIST, LISTS, type ListName } from './lists.ts'

/** The page of one list of a profile, as one reader sees it. */
export interface ShownLists extends ShownProfile {
  /** The lists that the reader may see. */
  lists: ListName[]
  /** The list of the page: the one asked for or, if the reader may not see that, another; undefined without any. */
  list: ListName | undefined
}

const NAMES = Object.keys(LISTS) as ListName[]

const PART_OF: Record<ListName, Part> = {
  all: 'collection',
  owned: 'collection',
  unowned: 'collection',
  watched: 'watched',
  wishlist: 'wishlist',
}

/** What the page of a list depends on. */
interface Asked {
  tab: ListName
  mine: readonly Mine[]
  owned: readonly unknown[]
}

/**
 * What a reader sees of a profile. A page whose list or filters are of a part that search engines may not list is noindex;
 * the other pages show nothing of such a part.
 */
export function shownLists(
  profile: ProfileVisibility,
  isOwn: boolean,
  { tab, mine, owned }: Asked,
): ShownLists {
  const choiceOf = (part: Part) => profile[`${part}_visibility`]
  const lists = NAMES.filter((name) => isOwn || choiceOf(PART_OF[name]) !== 'private')
  const list = [tab, DEFAULT_LIST, ...lists].find((name) => lists.includes(name))
  const asked = [
    ...(list ? [PART_OF[list]] : []),
    ...mine.map((filter) => PART_OF_MARK[filter]),
    ...(owned.length > 0 ? (['collection'] as const) : []),
  ]
  const isListed = profile.visibility === 'public' && asked.every((part) => choiceOf(part) === 'public')
  const parts = PARTS.filter((part) => {
    if (isOwn || choiceOf(part) === 'public') return true
    return choiceOf(part) === 'unlisted' && !isListed
  })
  return { lists, list, isListed, parts }
}

/** Who sees a list: as its profile, or fewer. */
export function visibilityOfList(profile: ProfileVisibility, list: ListName | undefined): string {
  return list ? profile[`${PART_OF[list]}_visibility`] : profile.visibility
}

/** Whether a list is of one of these parts. */
export function isOfParts(list: ListName, parts: readonly Part[]): boolean {
  return parts.includes(PART_OF[list])
}
