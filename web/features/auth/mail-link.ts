/** What the link in a mail brings along in the fragment of its address. */
export type MailLink =
  | { kind: 'token'; type: LinkType; tokenHash: string }
  /** A hosted Supabase has used the token up already, and sends the session instead. */
  | { kind: 'session'; type: LinkType; accessToken: string; refreshToken: string }
  /** There the token did not work. What the address says of it, anyone may have written. */
  | { kind: 'refused' }

const LINK_TYPES = ['signup', 'recovery', 'email_change'] as const
export type LinkType = (typeof LINK_TYPES)[number]

/** Reads a fragment, without its `#`; undefined when no mail's link leads here. */
export function readMailLink(fragment: string): MailLink | undefined {
  const params = new URLSearchParams(fragment)
  const type = LINK_TYPES.find((type) => type === params.get('type'))
  const tokenHash = params.get('token_hash')
  const accessToken = params.get('access_token')
  const refreshToken = params.get('refresh_token')
  if (params.has('error_description')) return { kind: 'refused' }
  if (!type) return undefined
  if (tokenHash) return { kind: 'token', type, tokenHash }
  return accessToken && refreshToken ? { kind: 'session', type, accessToken, refreshToken } : undefined
}
