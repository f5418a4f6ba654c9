import type { Queryable } from '../../db/database.ts'
import { newOpaqueToken } from './opaque-token.ts'

export type Purpose = 'signup' | 'recovery' | 'email_change'

const VALID_HOURS: Record<Purpose, number> = { signup: 24, recovery: 1, email_change: 24 }

/** A token for a mail, with the address of its recipient. */
export interface IssuedToken {
  token: string
  email: string
}

/**
 * Makes the token of a mail. It replaces the account's earlier token with the same purpose.
 * @param recipient a query for the account's id, the address of the mail and the expiry of the token, null for the
 *   default; its values start at $4.
 * @returns undefined if the query returns no row.
 */
export async function issueToken(
  db: Queryable,
  purpose: Purpose,
  recipient: string,
  values: readonly string[],
): Promise<IssuedToken | undefined> {
  const { token, hash } = newOpaqueToken()
  const [issued] = await db.query<{ email: string }>(
    `insert into auth.one_time_tokens (user_id, purpose, token_hash, email, expires_at)
     select recipient.id, $1, $2, recipient.email,
       coalesce(recipient.expires_at, now() + make_interval(hours => $3::int))
     from (${recipient}) as recipient (id, email, expires_at)
     on conflict (user_id, purpose) do update set
       token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at
     returning email`,
    [purpose, hash, VALID_HOURS[purpose], ...values],
  )
  return issued && { token, email: issued.email }
}
