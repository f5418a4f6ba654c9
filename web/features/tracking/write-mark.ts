import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js'
import type { Database, TablesInsert } from '../../../domain/database.types.ts'
import { isPassing } from '../../unreachable.ts'
import { isFormat, type MarkChange } from './marks.ts'
import { clientOf, SignedOutError } from './own-client.ts'
import { UnansweredError } from './wishes.ts'

// A request that gets no answer would keep every later wish for the same film waiting.
const TIMEOUT_MS = 10_000

/**
 * Writes one mark; writing it twice does no harm.
 * @throws as `answerOf` does.
 */
export async function writeMark(userId: string, change: MarkChange): Promise<void> {
  await answerOf(userId, (client) =>
    request(client, userId, change).abortSignal(AbortSignal.timeout(TIMEOUT_MS)),
  )
}

interface Answer<Data> {
  data: Data
  error: PostgrestError | null
  status: number
}

/**
 * Asks the server for something that changes what a person tracks.
 * @throws SignedOutError; UnansweredError when the server cannot be reached or cannot answer just now; Error for any
 * refusal.
 */
export async function answerOf<Data>(
  userId: string,
  ask: (client: SupabaseClient<Database>) => PromiseLike<Answer<Data>>,
): Promise<Data> {
  const client = await clientOf(userId).catch((error: unknown) => {
    if (error instanceof SignedOutError) throw error
    throw new UnansweredError('The session could not be renewed.', { cause: error })
  })
  const { data, error, status } = await ask(client)
  if (status === 401) throw new SignedOutError('The session has ended; sign in again.', { cause: error })
  if (!error) return data
  if (isPassing(status, error.code)) throw new UnansweredError('The server did not answer.', { cause: error })
  throw new Error(`The change could not be saved: ${error.message}`, { cause: error })
}

function request(
  client: SupabaseClient<Database>,
  user_id: string,
  { mark, filmId: film_id, on }: MarkChange,
) {
  const onConflict = 'user_id,film_id'
  if (isFormat(mark)) {
    const row: TablesInsert<'user_ownership'> = { user_id, film_id }
    row[`owns_${mark}`] = on
    return client.from('user_ownership').upsert(row, { onConflict })
  }
  const list = client.from(`user_${mark}`)
  if (on) return list.upsert({ user_id, film_id }, { onConflict, ignoreDuplicates: true })
  return list.delete().eq('user_id', user_id).eq('film_id', film_id)
}
