import ipaddr from 'ipaddr.js'

/** The first bytes of an IPv6 address that a provider assigns: a /64 to a link, a /56 to a home, a /48 to an organisation. */
const IPV6_NETWORK_BYTES = [8, 7, 6] as const

/** Returns an IPv4 address, or the /64 of an IPv6 address: a visitor with one of its addresses has them all. */
export function network(ip: string): string {
  return networks(ip)[0]
}

/** Returns the networks that a visitor's address belongs to: an IPv4 address alone, or the /64, /56 and /48 of IPv6. */
export function networks(ip: string): [narrowest: string, ...wider: string[]] {
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined
  if (address?.kind() !== 'ipv6') return [address?.toString() ?? ip]
  const all = address.toByteArray()
  const first = (bytes: number) => all.slice(0, bytes).join('.')
  const [narrowest, ...wider] = IPV6_NETWORK_BYTES
  return [first(narrowest), ...wider.map(first)]
}
