import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from './config.ts'

/** Tells whether a request comes from a proxy whose words on its visitor and on the site's address are taken over. */
export function trustedProxies(trustProxy: Config['trustProxy']): (request: IncomingMessage) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()))
  return ({ socket }) => socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0)
}
