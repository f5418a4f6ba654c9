/**
 * The first part of the key of every query that shows the catalogue. They become stale in the tab in which an admin
 * changes a film and in the open tabs of people who are signed in, and with time in all others.
 */
export const FILMS_KEY = ['films'] as const

/** The first part of the key of every query of a profile page. They become stale when a mark changes, on any device. */
export const PROFILES_KEY = ['profiles'] as const

/** The first part of the key of those of them that list films. */
export const PROFILE_FILMS_KEY = [...PROFILES_KEY, 'films'] as const
