import { formatCount } from '../../../domain/format-count.ts'
import type { ProfileCounts } from './profile-query.ts'

interface List {
  label: string
  /** The figure that counts its films. */
  count: keyof ProfileCounts
  /** What its films have in common, by the columns of `profile_films`. */
  filter: Partial<Record<'owned' | 'watched' | 'wishlisted', boolean>>
  /** What to say while there is none, to its owner and to others. */
  empty: { own: string; others: (username: string) => string }
}

/** The lists of a profile, in the order of their tabs. */
export const LISTS = {
  all: {
    label: 'All',
    count: 'films',
    filter: {},
    empty: { own: 'The catalogue holds no films yet.', others: () => 'The catalogue holds no films yet.' },
  },
  owned: {
    label: 'Owned',
    count: 'owned',
    filter: { owned: true },
    empty: {
      own: 'Your shelf is empty. Tick the discs you own in the collection.',
      others: (username) => `${username} has no disc on the shelf yet.`,
    },
  },
  unowned: {
    label: 'Unowned',
    count: 'unowned',
    filter: { owned: false },
    empty: {
      own: 'Nothing is missing: you own every title.',
      others: (username) => `Nothing is missing: ${username} owns every title.`,
    },
  },
  watched: {
    label: 'Watched',
    count: 'watched',
    filter: { watched: true },
    empty: {
      own: 'Nothing watched yet. Open a film’s actions in the collection to mark it.',
      others: (username) => `${username} has marked no film as watched.`,
    },
  },
  wishlist: {
    label: 'Wishlist',
    count: 'wishlist',
    filter: { wishlisted: true },
    empty: {
      own: 'Your wishlist is empty. Open a film’s actions in the collection to add it.',
      others: (username) => `${username} has no wish at the moment.`,
    },
  },
} as const satisfies Record<string, List>

export type ListName = keyof typeof LISTS

export const DEFAULT_LIST: ListName = 'owned'

/** Reads the list from the address; anything else is the default. */
export function readList(text: unknown): ListName {
  return typeof text === 'string' && Object.hasOwn(LISTS, text) ? (text as ListName) : DEFAULT_LIST
}

/** The list’s tab, with its number once that is known. */
export function tabLabel(name: ListName, counts: ProfileCounts | undefined): string {
  const { label, count } = LISTS[name]
  return counts ? `${label} (${formatCount(counts[count])})` : label
}
