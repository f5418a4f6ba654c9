/** The search parameters of the sign-in page. */
export interface AccessSearch {
  /** The path to return to after signing in. */
  next?: string
  /** The open tab; absent for signing in. */
  tab?: 'sign-up'
}

/** Reads the search parameters; invalid ones are left out. */
export function readAccess({ next, tab }: { next?: unknown; tab?: unknown }): AccessSearch {
  return { ...(typeof next === 'string' && { next }), ...(tab === 'sign-up' && { tab }) }
}
