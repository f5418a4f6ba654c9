/** How the keys of all that shows the catalogue begin: it is stale once an admin has changed it. */
export const FILMS_KEY = ['films'] as const

/** How the keys of all that profile pages show begin: it is stale once its owner has marked a film. */
export const PROFILES_KEY = ['profiles'] as const
