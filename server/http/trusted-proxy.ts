import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config.ts'

/** Tells whether a request comes from a proxy whose words on its visitor and on the site's address are taken over. */
export function trustedProxies(
  trustProxy: Config['trustProxy'],
): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()))
  return ({ socket }) => socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0)
}

/**
 * Takes the ports out of what proxies say of their visitor, as in `192.0.2.1:5678` and `[2001:db8::1]:5678`: with them
 * each connection would count as another visitor.
 */
export function dropForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return
  headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ')
}

function withoutPort(address: string): string {
  return address.trim().replace(/^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/, '$1$2')
}
