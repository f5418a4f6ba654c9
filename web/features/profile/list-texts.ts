import { formatCount } from '../../../domain/film/format-count.ts'
import { LISTS, type ListName } from './lists.ts'
import type { ProfileCounts } from './profile-query.ts'

interface ListTexts {
  label: string
  /** The count of its films. */
  count: keyof ProfileCounts
  /** The text of an empty list, for its owner and for others. */
  empty: { own: string; others: (username: string) => string }
}

const TEXTS: Record<ListName, ListTexts> = {
  all: {
    label: 'All',
    count: 'films',
    empty: { own: 'The catalogue has no films yet.', others: () => 'The catalogue has no films yet.' },
  },
  owned: {
    label: 'Owned',
    count: 'owned',
    empty: {
      own: 'You have not added any discs yet. Tick the discs you own in the collection.',
      others: (username) => `${username} has not added any discs yet.`,
    },
  },
  unowned: {
    label: 'Unowned',
    count: 'unowned',
    empty: {
      own: 'You own every title.',
      others: (username) => `${username} owns every title.`,
    },
  },
  watched: {
    label: 'Watched',
    count: 'watched',
    empty: {
      own: 'You have not marked any film as watched. Open a film’s actions in the collection to mark it.',
      others: (username) => `${username} has not marked any film as watched.`,
    },
  },
  wishlist: {
    label: 'Wishlist',
    count: 'wishlist',
    empty: {
      own: 'Your wishlist is empty. Open a film’s actions in the collection to add the film.',
      others: (username) => `${username} has an empty wishlist.`,
    },
  },
}

/** The label of a list’s tab, with its count once that is loaded and if the reader may see it. */
export function tabTexts(
  name: ListName,
  counts: ProfileCounts | undefined,
): { label: string; count?: string } {
  const { label, count } = TEXTS[name]
  const films = counts?.[count] ?? undefined
  return { label, ...(films !== undefined && { count: formatCount(films) }) }
}

/** The label of the filter by format: it filters the discs a person owns, or those that were released. */
export function formatLabel(name: ListName): string {
  return LISTS[name] === LISTS.owned ? 'Format owned' : 'Format released'
}

/** The text of an empty list. @param owner the person’s name, if another person reads it. */
export function emptyText(name: ListName, owner: string | undefined): string {
  const { own, others } = TEXTS[name].empty
  return owner === undefined ? own : others(owner)
}
