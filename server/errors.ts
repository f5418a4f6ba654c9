import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../domain/rest/api-error.ts'
import { SESSION_ENDED } from './db/as-caller.ts'
import { DatabaseError } from './db/database.ts'
import { logFailedRequest } from './observe/log.ts'

/**
 * PostgREST's table from SQLSTATE to status. The first prefix that matches counts; all other codes are 400. It differs
 * in some codes that are 500 in PostgREST, because the caller caused the error or can try again:
 * - 57014 (timeout), 54 (statement too complex; 400) and 21 (a duplicate within one upsert; 400): the request caused
 *   it.
 * - 55000: a write to a view that accepts none. 40: a write that conflicted with another.
 * - 57P (shutting down, starting up, connection terminated): the next attempt may well succeed.
 */
const STATUS_OF_SQLSTATE: readonly (readonly [prefix: string, status: number])[] = [
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 409],
  ['53400', 500],
  ['53', 503],
  ['55000', 400],
  ['55', 500],
  ['57P', 503],
  ['57014', 504],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
]

/**
 * Returns the status for a database error.
 * @param anonymous whether the caller is not signed in: then a lack of permission is 401, otherwise 403.
 */
export function statusOfSqlState(code: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403
  // A function may set the status: `raise sqlstate 'PT402'`.
  const [, chosen] = /^PT([2-5]\d\d)$/.exec(code) ?? []
  if (chosen) return Number(chosen)
  return STATUS_OF_SQLSTATE.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400
}

/** Converts any error into one that may leave the server. An unexpected error loses its message. */
export function toApiError(error: unknown, anonymous: boolean): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseError) return fromDatabase(error, anonymous)
  if (!(error instanceof Error)) return UNEXPECTED
  const { statusCode, message } = error as Error & Partial<FastifyError>
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return isClientError ? new ApiError(statusCode, fastifyCode(statusCode), message) : UNEXPECTED
}

const UNEXPECTED = new ApiError(500, 'PGRSTX00', 'Something went wrong on the server. Please try again.')

/** The messages for an unavailable database, by SQLSTATE. */
const UNAVAILABLE: Record<string, string> & { other: string } = {
  '08007':
    'The connection to the database was lost. A change may have been made: please check before you try again.',
  other: 'The database is not available. Please try again.',
}

function fromDatabase(error: DatabaseError, anonymous: boolean): ApiError {
  if (error.code === SESSION_ENDED) return new ApiError(401, 'PGRST301', error.message)
  const status = statusOfSqlState(error.code, anonymous)
  if (status === 503) return new ApiError(503, error.code, UNAVAILABLE[error.code] ?? UNAVAILABLE.other)
  if (status === 504) return new ApiError(504, error.code, 'The request took too long. Please ask for less.')
  if (status >= 500 && !error.code.startsWith('PT')) {
    return new ApiError(status, error.code, UNEXPECTED.message)
  }
  return new ApiError(status, error.code, error.message, error.detail, error.hint)
}

/** Fastify rejects bodies that it cannot read, and addresses that it cannot decode. */
function fastifyCode(status: number): string {
  return status === 413 || status === 415 ? 'PGRST102' : 'PGRST125'
}

/**
 * Fastify's error handler for routes whose errors have PostgREST's shape: `{code, message, details, hint}`.
 * It also serves as Fastify's option `frameworkErrors`.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message, details, hint, headers } = toApiError(error, request.caller?.role === 'anon')
  request.errorCode = code
  // Timeouts are the caller's concern, and an ApiError is intended; neither is logged.
  if (status >= 500 && status !== 504 && !(error instanceof ApiError)) logFailedRequest(request, error)
  // A request that cannot be routed has passed no hooks.
  reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(request.method === 'HEAD' ? undefined : JSON.stringify({ code, message, details, hint }))
}

/** Statuses for Node's error codes of a request whose head cannot be read; all others are 400. */
const STATUS_OF_UNREADABLE: Record<string, [status: number, reason: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Responds to bytes that are no HTTP request, or to a head that is too large, when there is no request object yet. */
export function handleClientError({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return
  const [status, reason] = STATUS_OF_UNREADABLE[code] ?? [400, 'Bad Request']
  const body = JSON.stringify({ code: 'PGRST100', message: reason, details: null, hint: null })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `cache-control: no-store\r\nx-content-type-options: nosniff\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}
