// What PostgREST and PostgreSQL call an answer that may be another one in a moment; 40 is a write that met another's.
const PASSING = /^(08|09|25(?!006)|40|53|57|58|XX|PT5|PGRST0|PGRSTX)/

const REFUSED = /^(22...|23...|42501|P0...|PT4(?!08|25|29)..|PGRST1..)$/

/**
 * Whether a failure says that the site could not be reached, or could not answer just now, rather than that it refused.
 * Without a code of the backend's own it was the network's, or a proxy's.
 */
export function isRetryable(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && code !== '') return PASSING.test(code)
  return cause ? isRetryable(cause) : true
}

/**
 * Whether a code says that the backend refused what was asked: for its values (22, 23), for who asks (42501), by a
 * trigger (P0, PT4), or for the form of the request (PGRST1). Any other answer to a write may be another one later.
 */
export function isRejection(code: string | undefined): boolean {
  return code !== undefined && REFUSED.test(code)
}
