import type { Database, Value } from '../../db/database.ts'
import { network } from '../../http/networks.ts'
import type { AuthContext } from '../context.ts'
import { rememberNetworkSql } from '../limits/known-networks.ts'
import { USER_JSON, type User } from '../users/users.ts'
import { ACCESS_TOKEN_SECONDS, type Session, signAccessToken } from './access-token.ts'
import { newOpaqueToken } from './opaque-token.ts'

/** A second use of a refresh token within this time comes from a second tab or a lost response and gets a new token. */
const GRACE = `interval '10 seconds'`

/** A use in the future means that the clock was ahead. A simultaneous use may have a slightly later time. */
const REPLAYED = `used_at not between now() - ${GRACE} and now() + ${GRACE}`

export type SessionMethod = 'password' | 'otp' | 'recovery'

/** The response to signing in: GoTrue's AccessTokenResponse. */
export interface SessionResponse {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  /** In seconds since 1970. */
  expires_at: number
  refresh_token: string
  user: User
}

const SESSION_COLUMNS = `${USER_JSON} as "user", session.id::text, session.method,
  extract(epoch from session.created_at)::bigint::int as started_at`

interface SessionRow {
  user: string
  id: string
  method: string
  started_at: number
}

/**
 * Begins a session in the statement that finds, makes or changes the account.
 * @param ip the visitor's address, whose network becomes known to the account.
 * @param account common table expressions; the last is named `users` and has the account's row of auth.users, or none.
 *   Their values start at $3.
 * @returns undefined if there is no such row.
 */
export async function beginSession(
  context: AuthContext,
  ip: string,
  method: SessionMethod,
  account: string,
  values: readonly Value[],
): Promise<SessionResponse | undefined> {
  const { token, hash } = newOpaqueToken()
  const [row] = await context.db.query<SessionRow>(
    `with ${account},
     session as (insert into auth.sessions (user_id, method) select id, $1 from users returning *),
     token as (insert into auth.refresh_tokens (token_hash, session_id) select $2, id from session),
     known as (${rememberNetworkSql(`$${values.length + 3}`)})
     select ${SESSION_COLUMNS} from users, session`,
    [method, hash, ...values, network(ip)],
  )
  return row && toSessionResponse(context, row, token)
}

/** Why a refresh failed. */
export type RefreshRefusal = 'unknown' | 'used'

/**
 * Exchanges a refresh token for a new one and a new access token, in one statement, so that racing processes and tabs
 * each get a correct response. If the token was used longer ago than the grace period, it or its successor was stolen,
 * and the session ends.
 */
export async function refreshSession(
  context: AuthContext,
  tokenHash: string,
): Promise<SessionResponse | RefreshRefusal> {
  const next = newOpaqueToken()
  // The session is locked first, in the same order as by the statements that end it.
  const [row] = await context.db.query<SessionRow & { replayed: boolean }>(
    `with session as (
       select session.* from auth.sessions session join auth.refresh_tokens on session_id = session.id
       where token_hash = $1 for update of session
     ), presented as (
       update auth.refresh_tokens token set used_at = coalesce(token.used_at, now())
       from session where token.token_hash = $1
       returning token.${REPLAYED} as replayed
     ), ended as (
       delete from auth.sessions using session, presented where sessions.id = session.id and replayed
     ), continued as (
       update auth.sessions set refreshed_at = now()
       from session, presented where sessions.id = session.id and not replayed
     ), token as (
       insert into auth.refresh_tokens (token_hash, session_id)
       select $2, session.id from session, presented where not replayed
     )
     select ${SESSION_COLUMNS}, replayed
     from session, presented, auth.users where users.id = session.user_id`,
    [tokenHash, next.hash],
  )
  if (!row) return 'unknown'
  return row.replayed ? 'used' : toSessionResponse(context, row, next.token)
}

/** Returns the session of an access token with its account; undefined if it has ended. */
export async function findSession(
  db: Database,
  sessionId: string,
  userId: string,
): Promise<{ user: User; session: Session; passwordHash: string } | undefined> {
  const [row] = await db.query<SessionRow & { password_hash: string }>(
    `select ${SESSION_COLUMNS}, users.encrypted_password as password_hash
     from auth.sessions session join auth.users on users.id = session.user_id
     where session.id = $1 and users.id = $2`,
    [sessionId, userId],
  )
  return row && { ...parseRow(row), passwordHash: row.password_hash }
}

async function toSessionResponse(
  context: AuthContext,
  row: SessionRow,
  refreshToken: string,
): Promise<SessionResponse> {
  const { user, session } = parseRow(row)
  const issuedAt = Math.floor(Date.now() / 1000)
  return {
    access_token: await signAccessToken(context.keys, context.issuer, user, session, issuedAt),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: issuedAt + ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    user,
  }
}

function parseRow({ user, id, method, started_at }: SessionRow): { user: User; session: Session } {
  return { user: JSON.parse(user) as User, session: { id, method, startedAt: started_at } }
}
