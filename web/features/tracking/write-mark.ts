import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database, TablesInsert } from '../../../domain/database.types.ts'
import { isFormat, type MarkChange } from './marks.ts'
import { clientOf, SignedOutError } from './own-client.ts'

// A request that gets no answer would keep every later wish for the same film waiting.
const TIMEOUT_MS = 30_000

/**
 * Writes one mark; writing it twice does no harm.
 * @throws SignedOutError; Error for any other refusal, and when there is no connection.
 */
export async function writeMark(userId: string, change: MarkChange): Promise<void> {
  const client = await clientOf(userId)
  const { error, status } = await request(client, userId, change).abortSignal(AbortSignal.timeout(TIMEOUT_MS))
  if (status === 401) throw new SignedOutError('The session has ended; sign in again.', { cause: error })
  if (error) throw new Error(`The change could not be saved: ${error.message}`, { cause: error })
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
