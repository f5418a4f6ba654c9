import { normaliseUsername, USERNAME_RULE } from '../../../domain/usernames.ts'
import { DatabaseError, type Queryable } from '../../db/database.ts'
import { AuthError } from '../auth-error.ts'

/** Metadata of a sign-up with its username as it will be stored; an empty one leaves the database to make one. */
export function withStoredUsername(data: Record<string, unknown>): Record<string, unknown> {
  const { username } = data
  if (username === undefined || username === null) return data
  if (typeof username !== 'string') throw notAllowed()
  return { ...data, username: normaliseUsername(username) }
}

/**
 * Before a password is hashed for nothing; the trigger that makes the profile has the last word.
 * @throws AuthError 409 `conflict` for a name that is taken, 422 `validation_failed` for one that nobody can have.
 */
export async function requireFreeUsername(db: Queryable, username: unknown): Promise<void> {
  if (typeof username !== 'string' || username === '') return
  const [row] = await db.query<{ state: string }>('select public.username_state($1) as state', [username])
  if (row?.state === 'taken') throw taken(username)
  if (row?.state === 'reserved') throw reserved(username)
  if (row?.state === 'not allowed') throw notAllowed()
}

/** What the database says of a name that was free a moment ago, in words for who chose it. */
export function asUsernameRefusal(error: unknown, username: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  // Only a constraint has details, and words of its own: the triggers speak to people.
  const isSentence = error.detail === null
  if (error.code === '23505')
    return isSentence ? new AuthError(409, 'conflict', error.message) : taken(username)
  if (error.code === '23514' && isSentence) return new AuthError(422, 'validation_failed', error.message)
  return error
}

function taken(username: unknown): AuthError {
  return new AuthError(409, 'conflict', `The username ${username} is taken. Please choose another.`)
}

function reserved(username: unknown): AuthError {
  return new AuthError(
    422,
    'validation_failed',
    `The username ${username} is reserved. Please choose another.`,
  )
}

function notAllowed(): AuthError {
  return new AuthError(422, 'validation_failed', `A username has ${USERNAME_RULE}.`)
}
