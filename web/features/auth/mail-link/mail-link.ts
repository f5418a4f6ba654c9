import { PATHS } from '../../../../domain/paths.ts'

/** What the link in a mail brings along in the fragment of its address. */
export type MailLink =
  | { kind: 'token'; type: LinkType; tokenHash: string }
  /** A hosted Supabase has used the token up already, and sends the session instead. */
  | { kind: 'session'; type: LinkType | 'sign-in'; accessToken: string; refreshToken: string }
  /** There the token did not work. What the address says of it, anyone may have written. */
  | { kind: 'refused' }

const LINK_TYPES = ['signup', 'recovery', 'email_change'] as const
export type LinkType = (typeof LINK_TYPES)[number]

/** Reads a fragment; undefined when no mail's link leads here. */
export function readMailLink(fragment: string): MailLink | undefined {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const type = LINK_TYPES.find((type) => type === params.get('type'))
  const tokenHash = params.get('token_hash')
  const accessToken = params.get('access_token')
  const refreshToken = params.get('refresh_token')
  if (params.has('error_description')) return { kind: 'refused' }
  if (accessToken && refreshToken)
    return { kind: 'session', type: type ?? 'sign-in', accessToken, refreshToken }
  return type && tokenHash ? { kind: 'token', type, tokenHash } : undefined
}

/**
 * Leads a mail's link to the page for accounts, which asks before it replaces the account that is signed in. A hosted
 * Supabase sends to the home page what it has no other address for. To be called before the address is read.
 * @returns whether it leads there.
 */
export function goToMailLink(): boolean {
  if (location.pathname === PATHS.auth || !readMailLink(location.hash)) return false
  const next = new URLSearchParams({ next: location.pathname + location.search })
  history.replaceState(null, '', `${PATHS.auth}?${next}${location.hash}`)
  return true
}
