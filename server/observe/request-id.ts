import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Proxies send a UUID, or a few dozen hexadecimal digits. */
const VALID_ID = /^[0-9A-Za-z_-]{8,64}$/

/**
 * Makes a function that returns the id of a request: the one that a trusted proxy sent, or a new one. It ignores the id
 * that a visitor sends, so that nobody can write into the log, or make two requests look like one.
 */
export function requestIdGenerator(
  isTrusted: (request: IncomingMessage) => boolean,
): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id']
    if (typeof given !== 'string' || !VALID_ID.test(given)) return randomUUID()
    return isTrusted(request) ? given : randomUUID()
  }
}
