import { type Database, DatabaseError, type Row, type Statement } from './database.ts'

/** Who sends a request: the database role it runs as and the claims that row rules read. */
export interface Caller {
  role: 'anon' | 'authenticated'
  claims: Readonly<Record<string, unknown>>
  /** What the claims belong to, where it may have ended since: then nothing is done for the caller. */
  session?: { id: string; userId: string }
}

/** Our own SQLSTATE, of `auth.require_session`: the caller's session has ended. */
export const SESSION_ENDED = 'CC401'

/** A hostile filter must not hold a connection for long. The embedded engine has no clock to stop it by. */
const TIME_LIMIT = '10s'

const SETTINGS = `set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('transaction_read_only', $3, true), set_config('statement_timeout', '${TIME_LIMIT}', true)`

/** The look-up is part of the plan, which is kept; the function, which takes longer, is called to refuse. */
const SETTINGS_OF_SESSION = `case when not exists (select from auth.sessions where id = $4 and user_id = $5)
  then auth.require_session($4, $5)::text end, ${SETTINGS}`

/**
 * Runs one statement with the caller's role and claims, which end with its transaction. Were they refused, the
 * statement would not run either: it must never run as the owner.
 * A session costs one look-up by its key, and no round trip.
 * @param access `read` refuses any write, whatever the statement calls (25006).
 */
export function asCaller(
  db: Database,
  { role, claims, session }: Caller,
  access: 'read' | 'write',
  statement: Statement,
): Promise<Row[]> {
  const settings = [role, JSON.stringify(claims), access === 'read' ? 'on' : 'off']
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
