import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/**
 * Refuses what is not {@link isPlainlyFramed}.
 * @param headers of every refusal.
 * @returns a hook that throws ApiError 400 PGRST100; the connection ends, as nobody can tell where the next request begins.
 */
export function plainFraming(headers: Record<string, string>) {
  return async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isPlainlyFramed(raw)) return
    reply.headers(headers).header('connection', 'close')
    throw new ApiError(400, 'PGRST100', 'The request is not framed as HTTP asks for.')
  }
}

/**
 * Whether a proxy in front reads it as Node does. Node passes over a coding of the transfer besides chunked, and of two
 * Hosts takes the first. All else that is not plain Node refuses itself.
 * Document: RFC 9112 §3.2, §6.1.
 */
export function isPlainlyFramed({ headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  const isPlain = coding === undefined || coding.toLowerCase() === 'chunked'
  return isPlain && countHosts(rawHeaders) <= 1
}

/** @param headers names and values in turn. */
function countHosts(headers: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}
