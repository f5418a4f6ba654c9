/** How the keys of all that profile pages show begin: it is stale once its owner has marked a film. */
export const PROFILES_KEY = ['profiles'] as const
