import type { Database } from '../../db/database.ts'
import type { Background } from '../background.ts'
import { KNOWN_NETWORK_LIFETIME } from '../limits/known-networks.ts'
import { deleteUnconfirmed } from './unconfirmed.ts'

const INTERVAL_MS = 10 * 60 * 1000

/** A session that was not used for this long ends. */
const SESSION_IDLE = `interval '180 days'`

/** A session ends after this time, even if it is used. */
const SESSION_LIFETIME = `interval '1 year'`

/** More than the devices of any person; otherwise repeated sign-ins could fill the disk. The oldest end first. */
const MAX_SESSIONS = 200

/** During this time, a second use of a refresh token ends its session; later the token is refused as unknown. */
const USED_TOKEN_LIFETIME = `interval '30 days'`

/** Otherwise an account that nobody can use would hold its username forever. */
const UNCONFIRMED_LIFETIME = `interval '7 days'`

/**
 * A token is valid for an hour, and a process may sign with a replaced key for some minutes until it reads the new one.
 * After this time the old key has no valid tokens.
 */
export const REPLACED_KEY_LIFETIME = '2 hours'

const EXPIRED = [
  'delete from auth.rate_limits where resets_at < now()',
  // Counted while the clock was ahead.
  `delete from auth.rate_limits where resets_at > now() + interval '1 day'`,
  `delete from auth.known_networks where signed_in_at < now() - ${KNOWN_NETWORK_LIFETIME}`,
  `delete from auth.sessions where refreshed_at < now() - ${SESSION_IDLE} or created_at < now() - ${SESSION_LIFETIME}`,
  `delete from auth.sessions where id in (
     select id from (
       select id, row_number() over (partition by user_id order by refreshed_at desc) as number from auth.sessions
     ) as ranked where number > ${MAX_SESSIONS}
   )`,
  `delete from auth.refresh_tokens where used_at < now() - ${USED_TOKEN_LIFETIME}`,
  'delete from auth.one_time_tokens where expires_at < now()',
  `delete from auth.signing_keys old where exists (
     select from auth.signing_keys newer
     where newer.created_at > old.created_at and newer.created_at < now() - interval '${REPLACED_KEY_LIFETIME}'
   )`,
  'select private.delete_expired_tracking()',
]

/**
 * Deletes expired rows regularly. The statements run separately, so that other statements can run in between.
 * @returns a function that stops it; no statement is sent after that.
 */
export function startPruning(db: Database, background: Background): () => void {
  const stopping = new AbortController()
  const timer = setInterval(() => background.run(() => prune(db, stopping.signal)), INTERVAL_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopping.abort()
  }
}

export async function prune(db: Database, stopping?: AbortSignal): Promise<void> {
  for (const statement of EXPIRED) {
    if (stopping?.aborted) return
    await db.query(statement)
  }
  if (stopping?.aborted) return
  await db.transaction(deleteUnconfirmed(`created_at < now() - ${UNCONFIRMED_LIFETIME}`))
}
