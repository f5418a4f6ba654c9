import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../domain/rest/api-error.ts'

/**
 * Makes a hook that rejects requests that are not {@link isUnambiguouslyFramed}: ApiError 400 PGRST100. It closes the
 * connection, because the start of the next request is unknown.
 * @param headers are set on each rejection.
 */
export function rejectAmbiguousFraming(headers: Record<string, string>) {
  return async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isUnambiguouslyFramed(raw)) return
    reply.headers(headers).header('connection', 'close')
    throw new ApiError(
      400,
      'PGRST100',
      'The request has an unsupported Transfer-Encoding or more than one Host header.',
    )
  }
}

/**
 * Whether a proxy in front of the server reads the request as Node does. Node ignores transfer codings other than
 * chunked, and takes the first of two Host headers. It rejects all other ambiguous requests itself.
 * Document: RFC 9112 §3.2, §6.1.
 */
export function isUnambiguouslyFramed({ headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  const isSupported = coding === undefined || coding.toLowerCase() === 'chunked'
  return isSupported && countHosts(rawHeaders) <= 1
}

/** @param headers names and values, alternating. */
function countHosts(headers: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}
