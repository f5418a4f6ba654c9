import type { Purpose } from '../sessions/one-time-tokens.ts'

/**
 * Returns the link for a mail. Its token is in the fragment: programs that scan mails follow links and would use the
 * token up, and servers do not log fragments.
 */
export function linkWithToken(siteUrl: string, token: string, purpose: Purpose, target: string): string {
  const fragment = new URLSearchParams({ token_hash: token, type: purpose })
  if (target !== '/') fragment.set('redirect_to', target)
  return `${signInPage(siteUrl)}#${fragment}`
}

export function signInPage(siteUrl: string): string {
  return `${siteUrl}/auth`
}

/** Returns the path of this site that `redirectTo` names, or `/` if it names another site. */
export function targetWithin(siteUrl: string | undefined, redirectTo: unknown): string {
  if (typeof redirectTo !== 'string') return '/'
  const base = siteUrl ?? 'http://localhost'
  const url = URL.parse(redirectTo, base)
  if (url === null || url.origin !== base) return '/'
  // A path that begins with two slashes would name another host.
  return `/${`${url.pathname}${url.search}`.replace(/^\/+/, '')}`
}
