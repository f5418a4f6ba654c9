/** The first part of the key of every query that shows the catalogue. They are stale when an admin changes a film. */
export const FILMS_KEY = ['films'] as const

/** The first part of the key of every query of a profile page. They are stale when its owner changes a mark. */
export const PROFILES_KEY = ['profiles'] as const
