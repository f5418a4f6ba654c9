import { type Database, DatabaseError, type Row, type Statement } from './database.ts'

/** Who sends a request: the database role it runs as and the claims that row rules read. */
export interface Caller {
  role: 'anon' | 'authenticated'
  claims: Readonly<Record<string, unknown>>
  /** What the claims belong to, where it may have ended since: then nothing is done for the caller. */
  session?: { id: string; userId: string }
}

/** What row rules and functions may read of a request: `request.method`, `request.path` and `request.headers`. */
export interface Asked {
  method: string
  path: string
  /** A JSON object, its keys in lower case. */
  headers: string
}

/** Where the server itself asks; a rule that reads a header finds none. */
const BY_NO_REQUEST: Asked = { method: '', path: '', headers: '{}' }

/** Our own SQLSTATE, of `auth.require_session`: the caller's session has ended. */
export const SESSION_ENDED = 'CC401'

/** A hostile filter must not hold a connection for long. The embedded engine has no clock to stop it by. */
const TIME_LIMIT = '10s'

const SETTINGS = `set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('transaction_read_only', $3, true), set_config('statement_timeout', $4, true),
  set_config('request.method', $5, true), set_config('request.path', $6, true), set_config('request.headers', $7, true)`

/** The look-up is part of the plan, which is kept; the function, which takes longer, is called to refuse. */
const SETTINGS_OF_SESSION = `case when not exists (select from auth.sessions where id = $8 and user_id = $9)
  then auth.require_session($8, $9)::text end, ${SETTINGS}`

/**
 * Runs one statement with the caller's role and claims, and what was asked; all of it ends with its transaction. Were they refused, the
 * statement would not run either: it must never run as the owner.
 * A session costs one look-up by its key, and no round trip.
 * @param access `read` refuses any write, whatever the statement calls (25006).
 * @param timeLimit beyond which the statement is stopped (57014), but for the embedded engine.
 */
export function asCaller(
  db: Database,
  { role, claims, session }: Caller,
  access: 'read' | 'write',
  statement: Statement,
  { timeLimit = TIME_LIMIT, asked = BY_NO_REQUEST }: { timeLimit?: string | undefined; asked?: Asked } = {},
): Promise<Row[]> {
  const { method, path, headers } = asked
  const readOnly = access === 'read' ? 'on' : 'off'
  const settings = [role, JSON.stringify(claims), readOnly, timeLimit, method, path, headers]
  const identity: Statement = session
    ? { text: `select ${SETTINGS_OF_SESSION}`, values: [...settings, session.id, session.userId] }
    : { text: `select ${SETTINGS}`, values: settings }
  const run = db.transaction([
    { ...identity, preparedFor: 'owner' },
    { ...statement, preparedFor: role },
  ])
  return access === 'read' ? run.catch(rethrowOfReading) : run
}

/** Whether a reading whose answer was lost was done makes no difference to anybody (08006 for 08007). */
function rethrowOfReading(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== '08007') throw error
  throw new DatabaseError({ message: error.message, code: '08006' })
}
