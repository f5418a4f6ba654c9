import { normaliseUsername, USERNAME_RULE } from '../../../domain/usernames.ts'
import { DatabaseError, type Queryable } from '../../db/database.ts'
import { AuthError } from '../auth-error.ts'

/** Normalises the username in the metadata of a sign-up. For an empty username the database chooses one. */
export function withStoredUsername(data: Record<string, unknown>): Record<string, unknown> {
  const { username } = data
  if (username === undefined || username === null) return data
  if (typeof username !== 'string') throw notAllowed()
  return { ...data, username: normaliseUsername(username) }
}

/**
 * Checks a username before the password is hashed, which is slow. The trigger that makes the profile checks it again.
 * @throws AuthError 409 `conflict` for a taken name, 422 `validation_failed` for a reserved or invalid one.
 */
export async function requireFreeUsername(db: Queryable, username: unknown): Promise<void> {
  if (typeof username !== 'string' || username === '') return
  const [row] = await db.query<{ state: string }>('select public.username_state($1) as state', [username])
  if (row?.state === 'taken') throw taken(username)
  if (row?.state === 'reserved') throw reserved(username)
  if (row?.state === 'not allowed') throw notAllowed()
}

/** Turns a database error about a username that was free a moment ago into one for the person who chose it. */
export function toUsernameError(error: unknown, username: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  // Errors of constraints have details and a technical message. The messages of the triggers are written for people.
  const isFromTrigger = error.detail === null
  if (error.code === '23505')
    return isFromTrigger ? new AuthError(409, 'conflict', error.message) : taken(username)
  if (error.code === '23514' && isFromTrigger) return new AuthError(422, 'validation_failed', error.message)
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
