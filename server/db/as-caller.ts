import { type Database, DatabaseError, type Row, type Statement } from './database.ts'

/** The caller of a request: the database role it runs as and the claims that row rules read. */
export interface Caller {
  role: 'anon' | 'authenticated'
  claims: Readonly<Record<string, unknown>>
  /** The session of the claims, if there is one. If it has ended, the statement does not run. */
  session?: { id: string; userId: string }
}

/** The person of a caller; undefined for a visitor. */
export function personOf({ role, claims }: Caller): string | undefined {
  return role === 'authenticated' ? String(claims.sub) : undefined
}

/** The parts of a request that row rules and functions read as `request.method`, `request.path`, `request.headers`. */
export interface CallerRequest {
  method: string
  path: string
  /** A JSON object, its keys in lower case. */
  headers: string
}

/** For statements of the server itself, which no request caused. */
const NO_REQUEST: CallerRequest = { method: '', path: '', headers: '{}' }

/** Our own SQLSTATE, of `auth.require_session`: the caller's session has ended. */
export const SESSION_ENDED = 'CC401'

/** A hostile filter must not occupy a connection, or the embedded engine, for long. */
const TIME_LIMIT_MS = 10_000

/**
 * What people write is limited in rows. On a slow machine that is busy, the embedded engine may still need more than ten
 * seconds to take back an update of a thousand films.
 */
const EMBEDDED_WRITE_MS = 20_000

const SETTINGS = `set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('transaction_read_only', $3, true), set_config('statement_timeout', $4, true),
  set_config('request.method', $5, true), set_config('request.path', $6, true), set_config('request.headers', $7, true)`

/** The look-up is part of the prepared plan. The function takes longer, so it is called only to raise the error. */
const SETTINGS_OF_SESSION = `case when not exists (select from auth.sessions where id = $8 and user_id = $9)
  then auth.require_session($8, $9)::text end, ${SETTINGS}`

/** What the transaction noted of the changes of its caller (`private.note_changes`). */
const NOTED = `select current_setting('realtime.changes', true) as noted`

interface Options {
  timeLimitMs?: number | undefined
  request?: CallerRequest
  /** Called after a commit with what it changed of the caller's own: a line for each change. */
  onChanges?: ((noted: string) => void) | undefined
}

/**
 * Runs one statement with the caller's role, claims and request, all of which end with the transaction. If setting them
 * fails, the statement does not run: it must never run as the owner.
 * Checking a session costs one look-up by its key, and no round trip.
 * @param access `read` refuses any write, also in the functions that the statement calls (25006).
 * @param timeLimitMs after which the statement is cancelled (57014).
 */
export function asCaller(
  db: Database,
  { role, claims, session }: Caller,
  access: 'read' | 'write',
  statement: Statement,
  { timeLimitMs = timeLimitOf(db, access), request = NO_REQUEST, onChanges }: Options = {},
): Promise<Row[]> {
  const { method, path, headers } = request
  const readOnly = access === 'read' ? 'on' : 'off'
  const settings = [role, JSON.stringify(claims), readOnly, timeLimitMs, method, path, headers]
  const identity: Statement = session
    ? { text: `select ${SETTINGS_OF_SESSION}`, values: [...settings, session.id, session.userId] }
    : { text: `select ${SETTINGS}`, values: settings }
  const statements: Statement[] = [
    { ...identity, preparedFor: 'owner' },
    { ...statement, preparedFor: role },
  ]
  if (access === 'read') {
    return againAfterConflict(() => db.transaction(statements, { timeLimitMs }).catch(rethrowForRead))
  }
  return againAfterConflict(() =>
    onChanges
      ? writeAndNotify(db, [...statements, { text: NOTED, preparedFor: role }], timeLimitMs, onChanges)
      : db.transaction(statements, { timeLimitMs }),
  )
}

/** A deadlock, and a conflict with another transaction. */
const CONFLICTS = ['40P01', '40001']

/** Runs a transaction once more if PostgreSQL ended it because of another one, which undid all that it had done. */
async function againAfterConflict<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DatabaseError) || !CONFLICTS.includes(error.code)) throw error
    return run()
  }
}

async function writeAndNotify(
  db: Database,
  statements: readonly Statement[],
  timeLimitMs: number,
  onChanges: (noted: string) => void,
): Promise<Row[]> {
  const [rows = [], [last] = []] = await db.transaction(statements, { results: 2, timeLimitMs })
  if (typeof last?.noted === 'string' && last.noted !== '') onChanges(last.noted)
  return rows
}

/** Throws 08006 for 08007: if the result of a read is lost, it does not matter whether the read ran. */
function rethrowForRead(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== '08007') throw error
  throw new DatabaseError({ message: error.message, code: '08006' })
}

function timeLimitOf({ engine }: Database, access: 'read' | 'write'): number {
  return engine === 'pglite' && access === 'write' ? EMBEDDED_WRITE_MS : TIME_LIMIT_MS
}
