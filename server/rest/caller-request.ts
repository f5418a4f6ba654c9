import type { CallerRequest } from '../db/as-caller.ts'
import { type Headers, header } from './parse/headers.ts'

/** Headers with credentials. No row rule needs them, and a database may log the values of a statement. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'apikey', 'cookie'])

/**
 * The parts of a request that row rules and functions can read: its method, path and headers without credentials.
 * Document: docs.postgrest.org "Transaction-Scoped Settings".
 * @param path as sent, relative to the address of the API, without the query.
 */
export function toCallerRequest(method: string, path: string, headers: Headers): CallerRequest {
  const visible: Record<string, string | undefined> = {}
  for (const name in headers) if (!CREDENTIALS.has(name)) visible[name] = header(headers, name)
  return { method, path, headers: JSON.stringify(visible) }
}
