import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config.ts'

/**
 * Returns a function that reports whether a request comes from a trusted proxy, whose `X-Forwarded-*` headers name the
 * visitor and the site's address.
 */
export function trustedProxies(
  trustProxy: Config['trustProxy'],
): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  const isTrusted = trustOf(trustProxy)
  return ({ socket }) => socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0)
}

/** Returns a function that finds the address of a request's visitor, as Fastify does for `request.ip`. */
export function visitorAddress(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  const isTrusted = typeof trustProxy === 'boolean' ? () => trustProxy : trustOf(trustProxy)
  return (request) => {
    dropForwardedPorts(request)
    return proxyAddr(request, isTrusted)
  }
}

function trustOf(addresses: string): (address: string, index: number) => boolean {
  return proxyAddr.compile(addresses.split(',').map((part) => part.trim()))
}

/**
 * Removes the ports from the addresses in `X-Forwarded-For`, as in `192.0.2.1:5678` and `[2001:db8::1]:5678`: with a
 * port, each connection would count as another visitor.
 */
export function dropForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return
  headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ')
}

function withoutPort(address: string): string {
  return address.trim().replace(/^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/, '$1$2')
}
