/** The content of a mail link's fragment. */
export type MailLink =
  | { kind: 'token'; type: LinkType; tokenHash: string }
  /** A hosted Supabase has already used the token and sends the session. */
  | { kind: 'session'; type: LinkType | 'sign-in'; accessToken: string; refreshToken: string }
  /** A hosted Supabase has rejected the token. Its message is not shown, because anyone may have written the address. */
  | { kind: 'rejected' }

const LINK_TYPES = ['signup', 'recovery', 'email_change'] as const
export type LinkType = (typeof LINK_TYPES)[number]

/** Reads a fragment; returns undefined if it does not come from a mail link. */
export function readMailLink(fragment: string): MailLink | undefined {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const type = LINK_TYPES.find((type) => type === params.get('type'))
  const tokenHash = params.get('token_hash')
  const accessToken = params.get('access_token')
  const refreshToken = params.get('refresh_token')
  if (params.has('error_description')) return { kind: 'rejected' }
  if (accessToken && refreshToken)
    return { kind: 'session', type: type ?? 'sign-in', accessToken, refreshToken }
  return type && tokenHash ? { kind: 'token', type, tokenHash } : undefined
}
