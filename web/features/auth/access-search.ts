/** What the address of the page for accounts says: where to go on afterwards, and which way in is open. */
export interface AccessSearch {
  next?: string
  /** Absent: the one for those who have an account. */
  tab?: 'sign-up'
}

/** Reads it, where anything may stand. */
export function readAccess({ next, tab }: { next?: unknown; tab?: unknown }): AccessSearch {
  return { ...(typeof next === 'string' && { next }), ...(tab === 'sign-up' && { tab }) }
}
