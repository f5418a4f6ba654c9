const PATTERN = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)(.*)$/

/**
 * Splits an address with several servers, in the form of libpq (postgresql.org/docs/current/libpq-connect.html), into one
 * address for each: `postgres://me@one:5432,two:5432/films`. `target_session_attrs` is left out, because this server
 * always needs one that accepts writes. Returns none if a part is not an address.
 */
export function addressesOf(url: string): string[] {
  const [, start, hosts = '', rest] = PATTERN.exec(url) ?? []
  const addresses = (hosts === '' ? [url] : hosts.split(',').map((host) => start + host + rest)).map(parse)
  return addresses.every((address) => address !== undefined) ? addresses : []
}

function parse(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) return undefined
  url.searchParams.delete('target_session_attrs')
  return url.href
}
