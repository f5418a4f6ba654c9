import { formatCount } from '../../../domain/film/format-count.ts'
import { LISTS, type ListName } from './lists.ts'
import type { ProfileCounts } from './profile-query.ts'

interface ListTexts {
  label: string
  /** The figure that counts its films. */
  count: keyof ProfileCounts
  /** What to say while there is none, to its owner and to others. */
  empty: { own: string; others: (username: string) => string }
}

const TEXTS: Record<ListName, ListTexts> = {
  all: {
    label: 'All',
    count: 'films',
    empty: { own: 'The catalogue holds no films yet.', others: () => 'The catalogue holds no films yet.' },
  },
  owned: {
    label: 'Owned',
    count: 'owned',
    empty: {
      own: 'Your shelf is empty. Tick the discs you own in the collection.',
      others: (username) => `${username} has no disc on the shelf yet.`,
    },
  },
  unowned: {
    label: 'Unowned',
    count: 'unowned',
    empty: {
      own: 'Nothing is missing: you own every title.',
      others: (username) => `Nothing is missing: ${username} owns every title.`,
    },
  },
  watched: {
    label: 'Watched',
    count: 'watched',
    empty: {
      own: 'Nothing watched yet. Open a film’s actions in the collection to mark it.',
      others: (username) => `${username} has marked no film as watched.`,
    },
  },
  wishlist: {
    label: 'Wishlist',
    count: 'wishlist',
    empty: {
      own: 'Your wishlist is empty. Open a film’s actions in the collection to add it.',
      others: (username) => `${username} has no wish at the moment.`,
    },
  },
}

/** What the list’s tab says, with its number once that is known. */
export function tabTexts(
  name: ListName,
  counts: ProfileCounts | undefined,
): { label: string; count?: string } {
  const { label, count } = TEXTS[name]
  return { label, ...(counts && { count: formatCount(counts[count]) }) }
}

/** What the filter by format leaves of a list: discs of one's own, or of anybody's. */
export function formatLabel(name: ListName): string {
  return LISTS[name] === LISTS.owned ? 'Format owned' : 'Format released'
}

/** What a list without films says. @param owner the person’s name, for everybody else. */
export function emptyText(name: ListName, owner: string | undefined): string {
  const { own, others } = TEXTS[name].empty
  return owner === undefined ? own : others(owner)
}
