import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config.ts'

/** What proxies send: a UUID, or a few dozen hexadecimal digits. */
const SANE = /^[0-9A-Za-z_-]{8,64}$/

/**
 * Names each request: as the proxy did that may also name the visitor, or anew. Whatever a visitor sends is not taken
 * over, so that nobody can write into the log, or make two requests look like one.
 */
export function requestNamer(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trustProxy)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given !== 'string' || !SANE.test(given)) return randomUUID()
    return socket.remoteAddress && isTrusted(socket.remoteAddress, 0) ? given : randomUUID()
  }
}

function trustOf(trustProxy: Config['trustProxy']): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  return proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()))
}
