import { parseCall, parseRead } from '../../domain/rest/parse/parse.ts'
import type { ReadRequest } from '../../domain/rest/request.ts'
import type { ReadResult } from '../../domain/rest/respond-rows.ts'
import { asCaller } from '../db/as-caller.ts'
import type { Database } from '../db/database.ts'
import { toApiError } from '../errors.ts'
import { planRead } from './plan/plan-read.ts'
import { toResponse } from './respond/respond-read.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { toSql } from './sql/read-sql.ts'

/** A `fetch` for the stock client within this process: it makes anonymous requests, without a network. */
export function anonymousFetch(db: Database, schema: SchemaCache): typeof fetch {
  return async (input, init) => {
    try {
      const plan = planRead(parse(new URL(String(input)), init), schema.current)
      const [row] = await asCaller(db, { role: 'anon', claims: { role: 'anon' } }, plan.access, toSql(plan))
      const { status, headers, body } = toResponse(plan, row as unknown as ReadResult)
      return new Response(body, { status, headers })
    } catch (error) {
      const { status, code, message, details, hint, headers } = toApiError(error, true)
      return Response.json({ code, message, details, hint }, { status, headers })
    }
  }
}

function parse(
  { pathname, search }: URL,
  { method = 'GET', headers: given, body }: RequestInit = {},
): ReadRequest {
  const headers = Object.fromEntries(new Headers(given))
  const query = search.slice(1)
  const [, call, name = ''] = /^\/rest\/v1\/(rpc\/)?(\w+)$/.exec(pathname) ?? []
  if (method === 'POST') return parseCall(name, query, headers, String(body))
  return parseRead(method, { resource: { kind: call ? 'function' : 'relation', name }, query }, headers)
}
