import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from '../db/database.ts'
import { ApiError, toApiError } from '../errors.ts'
import { logFailedRequest } from '../observe/log.ts'

/**
 * A request about an account that cannot be served, as GoTrue describes one: `error_code` is one of its codes
 * (supabase.com/docs "Auth error codes"). The message is GoTrue's where it has one, since applications compare those, else a
 * sentence its reader can act on; what the site's page tells people is its own (`web/session/account-error-messages.ts`).
 */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: number
  readonly errorCode: string
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined
  constructor(status: number, errorCode: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.errorCode = errorCode
    this.retryAfter = retryAfter
  }
}

/** What the rest of the server refuses with, in GoTrue's words. */
const ERROR_CODES: Record<string, string> = {
  PGRST302: 'no_authorization',
  PGRST301: 'bad_jwt',
  PGRST303: 'bad_jwt',
}

/** What Fastify and its decompression refuse to read, by their codes. */
const SENTENCES: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be sent as application/json.',
  FST_CP_ERR_INVALID_CONTENT_ENCODING:
    'The body has an encoding that is not read here. Please send it as it is.',
  FST_CP_ERR_INVALID_CONTENT: 'The body does not have the encoding that Content-Encoding names.',
}

/** SQLSTATE class 22: a value that no column takes, such as a text with U+0000. */
const UNSTORABLE = /^22/

function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof DatabaseError && UNSTORABLE.test(error.code)) {
    return new AuthError(400, 'validation_failed', 'The request has characters that cannot be stored.')
  }
  const { status, code, message } = toApiError(error, false)
  if (status >= 500) return new AuthError(status, 'unexpected_failure', message)
  // The account was changed or deleted between two statements; the database's own words are for nobody else.
  if (error instanceof DatabaseError) {
    return new AuthError(409, 'conflict', 'The account has just been changed elsewhere. Please try again.')
  }
  const { code: reason = '' } = error as { code?: string }
  return new AuthError(status, ERROR_CODES[code] ?? 'validation_failed', SENTENCES[reason] ?? message)
}

/** Fastify's error handler wherever errors have GoTrue's shape: `{code, error_code, msg}`. */
export function answerAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, errorCode, message, retryAfter } = toAuthError(error)
  request.refusal = errorCode
  const isOnPurpose = error instanceof AuthError || error instanceof ApiError
  if (status >= 500 && !isOnPurpose) logFailedRequest(request, error)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(status).send({ code: status, error_code: errorCode, msg: message })
}
