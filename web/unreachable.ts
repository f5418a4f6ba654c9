// What PostgREST and PostgreSQL call an answer that may be another one in a moment; 40 is a write that met another's.
const PASSING = /^(08|09|25(?!006)|40|53|57|58|XX|PT5|PGRST0|PGRSTX)/

/**
 * Whether a failure says that the site could not be reached, or could not answer just now, rather than that it refused.
 * Without a code of the backend's own it was the network's, or a proxy's.
 */
export function isUnreachable(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && code !== '') return PASSING.test(code)
  return cause ? isUnreachable(cause) : true
}

/** The same for an answer that has a status; 0 is none at all. */
export function isPassing(status: number, code?: string): boolean {
  return (
    status === 0 ||
    status >= 500 ||
    [408, 425, 429].includes(status) ||
    (status === 409 && isUnreachable({ code }))
  )
}
