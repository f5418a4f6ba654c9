/** The search parameters of the sign-in page. */
export interface AuthSearch {
  /** The path to return to after signing in. */
  next?: string
  /** The open tab; absent for signing in. */
  tab?: 'sign-up'
}

/** Reads the search parameters; invalid ones are left out. */
export function readAuthSearch({ next, tab }: { next?: unknown; tab?: unknown }): AuthSearch {
  return { ...(typeof next === 'string' && { next }), ...(tab === 'sign-up' && { tab }) }
}
