import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../domain/database.types.ts'
import { supabase } from '../../data/supabase.ts'

/** The server no longer takes the person for signed in: the session has expired or was ended elsewhere. */
export class SignedOutError extends Error {
  /** Tells it from what the network does. */
  readonly code = 'signed-out'
}

/**
 * The client of the person who is signed in, if it acts for this one. Without a look, the library would send what a
 * session that cannot be refreshed has asked for as nobody's, and a list that nobody may see reads as empty.
 * @throws SignedOutError when the session has ended or is another's; the library's error when it cannot be refreshed now.
 */
export async function clientOf(userId: string): Promise<SupabaseClient<Database>> {
  const client = await supabase()
  const { data, error } = await client.auth.getSession()
  if (data.session?.user.id === userId) return client
  if (error?.name === 'AuthRetryableFetchError') throw error
  throw new SignedOutError('The session has ended; sign in again.', { cause: error })
}
