import type { Purpose } from '../sessions/one-time-tokens.ts'

/**
 * The link of a mail. Its token stands in the fragment: programs that look at mails follow links, and would use it up;
 * and no server writes a fragment to its log.
 */
export function linkWithToken(siteUrl: string, token: string, purpose: Purpose, target: string): string {
  const fragment = new URLSearchParams({ token_hash: token, type: purpose })
  if (target !== '/') fragment.set('redirect_to', target)
  return `${signInPage(siteUrl)}#${fragment}`
}

export function signInPage(siteUrl: string): string {
  return `${siteUrl}/auth`
}

/** Where a caller wants people to be led, as a path of this site; its root when that lies elsewhere. */
export function targetWithin(siteUrl: string | undefined, redirectTo: unknown): string {
  if (typeof redirectTo !== 'string') return '/'
  const base = siteUrl ?? 'http://localhost'
  const url = URL.parse(redirectTo, base)
  if (url === null || url.origin !== base) return '/'
  // A path of two slashes would name another host.
  return `/${`${url.pathname}${url.search}`.replace(/^\/+/, '')}`
}
