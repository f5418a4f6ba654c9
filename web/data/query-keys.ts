/**
 * The first part of the key of every query that shows the catalogue. They become stale in the tab in which an admin
 * changes a film; in other browsers they become stale with time.
 */
export const FILMS_KEY = ['films'] as const

/** The first part of the key of every query of a profile page. They become stale in the tabs in which a mark changes. */
export const PROFILES_KEY = ['profiles'] as const

/** The first part of the key of those of them that list films. */
export const PROFILE_FILMS_KEY = [...PROFILES_KEY, 'films'] as const
