import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../domain/rest/api-error.ts'
import { DatabaseError } from '../db/database.ts'
import { toApiError } from '../errors.ts'
import { logFailedRequest } from '../observe/log.ts'
import { TokenError } from './sessions/authenticate.ts'

/**
 * An error for a caller of the account API, in GoTrue's form: `error_code` is one of its codes (supabase.com/docs "Auth
 * error codes"). The message is GoTrue's if it has one, since applications compare it; otherwise a sentence that the
 * reader can act on. The web application has its own messages (`web/session/account-error-messages.ts`).
 */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: number
  readonly errorCode: string
  /** Seconds until the next attempt. */
  readonly retryAfter: number | undefined
  constructor(status: number, errorCode: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.errorCode = errorCode
    this.retryAfter = retryAfter
  }
}

/** The GoTrue codes for PostgREST's, of a missing or wrong key and of an Authorization that is not a Bearer token. */
const ERROR_CODES: Record<string, string> = {
  PGRST302: 'no_authorization',
  PGRST301: 'no_authorization',
}

/** The messages for errors of Fastify and its decompression, by their codes. */
const MESSAGES: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be sent as application/json.',
  FST_CP_ERR_INVALID_CONTENT_ENCODING:
    'The body has an encoding that is not read here. Please send it as it is.',
  FST_CP_ERR_INVALID_CONTENT: 'The body does not have the encoding that Content-Encoding names.',
}

/** SQLSTATE class 22: a value that no column can store, such as a text with U+0000. */
const UNSTORABLE = /^22/

/** GoTrue's error for a token that is not valid. */
export function badToken(reason: string): AuthError {
  return new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)
}

function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof DatabaseError && UNSTORABLE.test(error.code)) {
    return new AuthError(400, 'validation_failed', 'The request has characters that cannot be stored.')
  }
  if (error instanceof TokenError) return badToken(error.message)
  const { status, code, message } = toApiError(error, false)
  if (status >= 500) return new AuthError(status, 'unexpected_failure', message)
  // The account was changed or deleted between two statements. The database's message may reveal data of others.
  if (error instanceof DatabaseError) {
    return new AuthError(409, 'conflict', 'The account has just been changed elsewhere. Please try again.')
  }
  const { code: reason = '' } = error as { code?: string }
  return new AuthError(status, ERROR_CODES[code] ?? 'validation_failed', MESSAGES[reason] ?? message)
}

/** Fastify's error handler for errors in GoTrue's form: `{code, error_code, msg}`. */
export function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, errorCode, message, retryAfter } = toAuthError(error)
  request.errorCode = errorCode
  const isExpected = error instanceof AuthError || error instanceof ApiError
  if (status >= 500 && !isExpected) logFailedRequest(request, error)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(status).send({ code: status, error_code: errorCode, msg: message })
}
