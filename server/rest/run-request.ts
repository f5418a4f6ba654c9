import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Headers, header } from '../../domain/rest/parse/headers.ts'
import type { ReadRequest, WriteRequest } from '../../domain/rest/request.ts'
import type { ReadResult, Response } from '../../domain/rest/respond-rows.ts'
import type { CallerRequest } from '../db/as-caller.ts'
import { asCaller, type Caller } from '../db/as-caller.ts'
import type { Database, Row, Statement } from '../db/database.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { cacheableTables, canonical, keyOf, VARY } from './cached-reads.ts'
import { toFullScanError } from './plan/full-scan-guard.ts'
import { planRead, type ReadPlan } from './plan/plan-read.ts'
import { planWrite } from './plan/plan-write.ts'
import { expressionTimeLimit } from './plan/regular-expressions.ts'
import { toResponse } from './respond/respond-read.ts'
import { toWriteResponse } from './respond/respond-write.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { toSql } from './sql/read-sql.ts'
import { toRowCountError } from './sql/rows-sql.ts'
import { toWriteSql, type WriteResult } from './sql/write-sql.ts'

export interface RunnerOptions {
  db: Database
  schema: SchemaCache
  /** Caches the responses to anonymous requests. */
  responseCache: Pick<ResponseCache, 'getOrMake' | 'send'>
  /** Called with what a write changed of the caller's own. */
  onChanges: (noted: string) => void
}

/** Runs parsed requests: plans them, runs their statements for the caller and sends the responses. */
interface RequestRunner {
  /** Reads rows or calls a function. */
  read(request: FastifyRequest, reply: FastifyReply, parsed: ReadRequest): Promise<FastifyReply>
  write(request: FastifyRequest, reply: FastifyReply, parsed: WriteRequest): Promise<FastifyReply>
}

/** @param prefix the path of the API, which row rules do not see. */
export function requestRunner(
  { db, schema, responseCache, onChanges }: RunnerOptions,
  prefix: string,
): RequestRunner {
  async function run<T>(
    request: FastifyRequest,
    access: 'read' | 'write',
    { conditions }: Pick<ReadPlan, 'conditions'>,
    statement: Statement,
  ): Promise<T> {
    const timeLimitMs = expressionTimeLimit(conditions, db.engine)
    const path = pathOf(request.url).slice(prefix.length)
    const callerRequest = toCallerRequest(request.method, path, request.headers)
    const caller = callerOf(request)
    const running = asCaller(db, caller, access, statement, {
      timeLimitMs,
      request: callerRequest,
      // A visitor has no rows.
      ...(caller.role === 'authenticated' && { onChanges }),
    })
    const [row] = await running.catch((error: unknown): Row[] => {
      throw toRowCountError(error)
    })
    return row as T
  }

  async function runRead(request: FastifyRequest, plan: ReadPlan, statement: Statement): Promise<Response> {
    const result = await run<ReadResult>(request, plan.access, plan, statement).catch((error: unknown) => {
      throw toFullScanError(error, plan.guardedRelation)
    })
    return toResponse(plan, result)
  }

  return {
    async read(request, reply, parsed) {
      const plan = planRead(parsed, schema.current)
      const tables = callerOf(request).role === 'anon' ? cacheableTables(plan, schema.current) : null
      if (!tables) return send(reply, await runRead(request, plan, toSql(plan)))
      const shared = canonical(plan)
      const statement = toSql(shared)
      const cached = await responseCache.getOrMake(keyOf(shared, statement), tables, async () => {
        const { status, headers, body } = await runRead(request, shared, statement)
        return { status, headers: { ...headers, vary: VARY }, body: body ?? '' }
      })
      return responseCache.send(request, reply, cached)
    },
    async write(request, reply, parsed) {
      const plan = planWrite(parsed, schema.current)
      const result = await run<WriteResult>(request, 'write', plan, toWriteSql(plan))
      return send(reply, toWriteResponse(plan, result))
    },
  }
}

/** Sends a response that no cache may store: the next user of the same browser may be another person. */
function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(body ?? undefined)
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('The caller is not known yet.')
  return request.caller
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** Headers with credentials. No row rule needs them, and a database may log the values of a statement. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'apikey', 'cookie'])

/**
 * The parts of a request that row rules and functions can read: its method, path and headers without credentials.
 * Document: docs.postgrest.org "Transaction-Scoped Settings".
 * @param path as sent, relative to the address of the API, without the query.
 */
function toCallerRequest(method: string, path: string, headers: Headers): CallerRequest {
  const visible: Record<string, string | undefined> = {}
  for (const name in headers) if (!CREDENTIALS.has(name)) visible[name] = header(headers, name)
  return { method, path, headers: JSON.stringify(visible) }
}
