// Codes of PostgREST and PostgreSQL for temporary failures; 40 is a conflict between two transactions.
const TEMPORARY = /^(08|09|25(?!006)|40|53|57|58|XX|PT5|PGRST0|PGRSTX)/

const REJECTED = /^(22...|23...|42501|P0...|PT4(?!08|25|29)..|PGRST1..)$/

/**
 * Whether an error means that the site could not be reached or could not respond at the moment. An error without a code
 * of the backend comes from the network or a proxy.
 */
export function isRetryable(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && code !== '') return TEMPORARY.test(code)
  return cause ? isRetryable(cause) : true
}

/**
 * Whether the backend rejected a request because of its values (22, 23), the person's rights (42501), a trigger (P0,
 * PT4) or the request's form (PGRST1). A write that failed with any other code may succeed later.
 */
export function isRejection(code: string | undefined): boolean {
  return code !== undefined && REJECTED.test(code)
}
