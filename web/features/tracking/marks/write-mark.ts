import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js'
import type { Database, TablesInsert } from '../../../../domain/database.types.ts'
import { isRejection } from '../../../data/retryable-error.ts'
import { clientOf, SignedOutError } from '../own-client.ts'
import { isFormat, type MarkChange } from './marks.ts'
import { UnansweredError } from './pending-marks.ts'

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

/** The server has refused a change and would refuse it again. */
export class RefusedError extends Error {}

// The token is none, or no longer one; or a visitor asked for what only a person may.
const SESSION_ENDED = /^(PGRST30.|42501)$/

interface Answer<Data> {
  data: Data
  error: PostgrestError | null
  status: number
}

/**
 * Asks the server for something that changes what a person tracks.
 * @throws SignedOutError, RefusedError, or UnansweredError for all else: the network's failure, a proxy's answer, a
 * server that is being upgraded.
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
  if (!error) return data
  const { code, message } = error
  if (status === 401 && SESSION_ENDED.test(code)) {
    throw new SignedOutError('The session has ended; sign in again.', { cause: error })
  }
  if (isRejection(code)) throw new RefusedError(`The change could not be saved: ${message}`, { cause: error })
  throw new UnansweredError('The server did not answer.', { cause: error })
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
