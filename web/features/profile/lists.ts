/** The lists of a profile in the order of their tabs, each with its filter on the columns of `profile_films`. */
export const LISTS = {
  all: {},
  owned: { owned: true },
  unowned: { owned: false },
  watched: { watched: true },
  wishlist: { wishlisted: true },
} as const satisfies Record<string, Partial<Record<'owned' | 'watched' | 'wishlisted', boolean>>>

export type ListName = keyof typeof LISTS

export const DEFAULT_LIST: ListName = 'owned'

/** Reads the list from the address; an unknown name gives the default. */
export function readList(text: unknown): ListName {
  return typeof text === 'string' && Object.hasOwn(LISTS, text) ? (text as ListName) : DEFAULT_LIST
}
