import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import type { CurrentSession } from '../sessions/current-session.ts'
import { type IssuedToken, issueToken } from '../sessions/one-time-tokens.ts'
import { throwEmailExists } from '../sessions/redeem-token.ts'
import { MAX_METADATA_BYTES, TOO_MUCH_METADATA } from './metadata.ts'
import { USER_JSON, type User } from './users.ts'

export interface Changes {
  passwordHash: string | null
  /** A new address that is valid at once. */
  email: string | null
  /** A new address that has to be confirmed. */
  pendingEmail: string | null
  /** Names with their new values; null removes a name. */
  data: Record<string, unknown>
}

interface Saved {
  user: User
  /** The token that confirms the new address. */
  issued: IssuedToken | undefined
}

type Refusal = 'changed elsewhere' | 'too much'

const MERGED = `(raw_user_meta_data || $3::jsonb) - array(select key from jsonb_each($3::jsonb) where value = 'null')`

/**
 * Changes an account if its password is still the one that was checked, so that the second of two simultaneous changes
 * of the password is refused.
 * @throws AuthError 400 `validation_failed` for too much metadata, 409 `conflict`, 422 `email_exists`.
 */
export async function saveChanges(
  { db }: AuthContext,
  { user, session, passwordHash }: CurrentSession,
  changes: Changes,
): Promise<Saved> {
  const saved = await db
    .transaction(async (tx): Promise<Saved | Refusal> => {
      // Signing in and redeeming a token lock this row too, so the following statements see their changes.
      const [account] = await tx.query<{ fits: boolean }>(
        `select octet_length((${MERGED})::text) <= greatest($4, octet_length(raw_user_meta_data::text)) as fits
         from auth.users where id = $1 and encrypted_password = $2 for update`,
        [user.id, passwordHash, JSON.stringify(changes.data), MAX_METADATA_BYTES],
      )
      if (!account) return 'changed elsewhere'
      if (!account.fits) return 'too much'
      await tx.query(
        `update auth.users set
           encrypted_password = coalesce($2, encrypted_password),
           raw_user_meta_data = ${MERGED},
           email = coalesce($4, email),
           updated_at = now()
         where id = $1`,
        [user.id, changes.passwordHash, JSON.stringify(changes.data), changes.email],
      )
      if (changes.passwordHash) {
        await tx.query(
          `with ended as (
             delete from auth.sessions where user_id = $1 and id <> $2
           ), void as (
             -- Somebody else may have requested these links with the former password.
             delete from auth.one_time_tokens where user_id = $1
           )
           -- The session now belongs to a person who knows the password.
           update auth.sessions set method = 'password' where id = $2`,
          [user.id, session.id],
        )
      }
      const issued = changes.pendingEmail
        ? await issueToken(tx, 'email_change', 'select $4::uuid, $5::text, null::timestamptz', [
            user.id,
            changes.pendingEmail,
          ])
        : undefined
      const [row] = await tx.query<{ user: string }>(
        `select ${USER_JSON} as "user" from auth.users where id = $1`,
        [user.id],
      )
      return { user: JSON.parse(row?.user ?? 'null'), issued }
    })
    .catch(throwEmailExists)
  if (saved === 'too much')
    throw new AuthError(400, 'validation_failed', `The field data ${TOO_MUCH_METADATA}.`)
  if (saved !== 'changed elsewhere') return saved
  throw new AuthError(409, 'conflict', 'Your account has just been changed elsewhere. Please try again.')
}
