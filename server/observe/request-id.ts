import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What proxies send: a UUID, or a few dozen hexadecimal digits. */
const SANE = /^[0-9A-Za-z_-]{8,64}$/

/**
 * Names each request: as the proxy did that may also name the visitor, or anew. Whatever a visitor sends is not taken
 * over, so that nobody can write into the log, or make two requests look like one.
 */
export function requestNamer(
  isTrusted: (request: IncomingMessage) => boolean,
): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id']
    if (typeof given !== 'string' || !SANE.test(given)) return randomUUID()
    return isTrusted(request) ? given : randomUUID()
  }
}
