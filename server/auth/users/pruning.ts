import type { Database } from '../../db/database.ts'
import { NETWORK_KNOWN } from '../limits/known-networks.ts'
import { deleteUnconfirmed } from './unconfirmed.ts'

const INTERVAL_MS = 10 * 60 * 1000

/** A session that nobody used for so long has to begin anew. */
const SESSION_IDLE = `interval '180 days'`

/** However often it is used. */
const SESSION_LASTS = `interval '1 year'`

/** Up to then the second use of a refresh token ends its session; later it is refused as unknown. */
const USED_TOKEN_KEPT = `interval '30 days'`

/** Else an account that nobody can use would keep its name from others for ever. */
const UNCONFIRMED_KEPT = `interval '7 days'`

/**
 * A token is good for an hour, and a process may sign with a replaced key until it learns of the new one, some minutes
 * at most. Then nothing is left that the old key has to verify.
 */
export const REPLACED_KEY_KEPT = '2 hours'

const EXPIRED = [
  'delete from auth.rate_limits where resets_at < now()',
  // Counted while the clock was ahead.
  `delete from auth.rate_limits where resets_at > now() + interval '1 day'`,
  `delete from auth.known_networks where signed_in_at < now() - ${NETWORK_KNOWN}`,
  `delete from auth.sessions where refreshed_at < now() - ${SESSION_IDLE} or created_at < now() - ${SESSION_LASTS}`,
  `delete from auth.refresh_tokens where used_at < now() - ${USED_TOKEN_KEPT}`,
  'delete from auth.one_time_tokens where expires_at < now()',
  `delete from auth.signing_keys old where exists (
     select from auth.signing_keys newer
     where newer.created_at > old.created_at and newer.created_at < now() - interval '${REPLACED_KEY_KEPT}'
   )`,
]

/**
 * Deletes what has expired, now and then. Each statement by itself, so that others get their turn in between.
 * @returns how to stop.
 */
export function startPruning(db: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => prune(db).catch(onError), INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function prune(db: Database): Promise<void> {
  for (const statement of EXPIRED) await db.query(statement)
  await db.transaction(deleteUnconfirmed(`created_at < now() - ${UNCONFIRMED_KEPT}`))
}
