import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../domain/database.types.ts'
import { readConfig } from '../../app/config.ts'
import { isCutOff } from '../../connection/connection.ts'
import { type AnonymousReader, ownSupabase, supabase } from '../../data/supabase.ts'
import { readStoredPerson } from '../../session/stored-session.ts'

/** The person is no longer signed in: the session has expired or was ended elsewhere. */
export class SignedOutError extends Error {
  /** Distinguishes this error from a failure of the network. */
  readonly code = 'signed-out'
}

const deleted = new Set<string>()

/** To be called when a person's account is deleted: no request is sent with its session, which ends a moment later. */
export function refuseDeletedAccount(userId: string): void {
  deleted.add(userId)
}

/**
 * Returns the client if it is signed in as this person. The check is needed because the library sends requests as a
 * visitor when the session cannot be refreshed, and a list that visitors may not see reads as empty.
 * @throws SignedOutError when the session has ended or belongs to another person; the library's error when the session
 * cannot be refreshed now.
 */
export async function signedInClient(userId: string): Promise<SupabaseClient<Database>> {
  if (deleted.has(userId)) throw new SignedOutError('The account is deleted.')
  const client = await supabase()
  const { data, error } = await client.auth.getSession()
  if (data.session?.user.id === userId) return client
  if (error?.name === 'AuthRetryableFetchError') throw error
  throw new SignedOutError('The session has ended; sign in again.', { cause: error })
}

/**
 * Returns a reader of what this person may read. While the backend is out of reach, it reads what the browser stores,
 * without a session that could be refreshed.
 * @throws as `signedInClient`.
 */
export async function readerOf(userId: string): Promise<AnonymousReader> {
  const isSignedIn = !deleted.has(userId) && readStoredPerson(readConfig().supabaseUrl)?.userId === userId
  return isCutOff() && isSignedIn ? ownSupabase() : signedInClient(userId)
}
