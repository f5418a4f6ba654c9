import type { Asked } from '../db/as-caller.ts'
import { type Headers, header } from './parse/headers.ts'

/** What proves who sends a request: no rule needs it, and the values of a statement may come into a database's log. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'apikey', 'cookie'])

/**
 * What row rules and functions may read of a request.
 * Document: docs.postgrest.org "Transaction-Scoped Settings".
 * @param path as it was sent, beneath the address of the API and without its query.
 */
export function askedBy(method: string, path: string, headers: Headers): Asked {
  const told: Record<string, string | undefined> = {}
  for (const name in headers) if (!CREDENTIALS.has(name)) told[name] = header(headers, name)
  return { method, path, headers: JSON.stringify(told) }
}
