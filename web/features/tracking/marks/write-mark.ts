import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js'
import type { Database, TablesInsert } from '../../../../domain/database.types.ts'
import { isFormat } from '../../../../domain/tracking/marks.ts'
import { isRejection } from '../../../data/retryable-error.ts'
import { SignedOutError, signedInClient } from '../signed-in-client.ts'
import type { PlainMark } from './marks.ts'
import { RetryableError } from './pending-marks.ts'

// Without a limit, a request that gets no response would hold back all later changes of the same mark.
const TIMEOUT_MS = 10_000

/**
 * Writes one mark. Writing it twice has the same effect as writing it once.
 * @throws the errors of `requestAs`.
 */
export async function writeMark(userId: string, change: PlainMark): Promise<void> {
  await requestAs(userId, (client) =>
    request(client, userId, change).abortSignal(AbortSignal.timeout(TIMEOUT_MS)),
  )
}

/** The server has rejected a change and would reject it again. */
export class RejectedError extends Error {
  /** A sentence for people, if a rule rejected it, such as a limit. A check of a column has no sentence, but details. */
  readonly reason?: string

  constructor(cause: PostgrestError) {
    super(`The change could not be saved: ${cause.message}`, { cause })
    if (cause.code === '23514' && !cause.details) this.reason = cause.message
  }
}

// The token is missing or no longer valid (PGRST30x), or the caller has no privilege because they are not signed in.
const SESSION_ENDED = /^(PGRST30.|42501)$/

interface Response<Data> {
  data: Data
  error: PostgrestError | null
  status: number
}

/**
 * Sends a request that changes a person's marks, and returns the data of its response.
 * @throws SignedOutError, RejectedError, or RetryableError for every other failure: of the network, of a proxy, or of a
 * server during an upgrade.
 */
export async function requestAs<Data>(
  userId: string,
  send: (client: SupabaseClient<Database>) => PromiseLike<Response<Data>>,
): Promise<Data> {
  const client = await signedInClient(userId).catch((error: unknown) => {
    if (error instanceof SignedOutError) throw error
    throw new RetryableError('The session could not be renewed.', { cause: error })
  })
  const { data, error, status } = await send(client)
  if (!error) return data
  const { code } = error
  if (status === 401 && SESSION_ENDED.test(code)) {
    throw new SignedOutError('The session has ended; sign in again.', { cause: error })
  }
  if (isRejection(code)) throw new RejectedError(error)
  throw new RetryableError('The server did not respond.', { cause: error })
}

function request(
  client: SupabaseClient<Database>,
  user_id: string,
  { mark, filmId: film_id, setId: set_id, on }: PlainMark,
) {
  if (set_id !== undefined) {
    const row: TablesInsert<'user_sets'> = { user_id, set_id, [`owns_${mark}`]: on }
    return client.from('user_sets').upsert(row, { onConflict: 'user_id,set_id' })
  }
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
