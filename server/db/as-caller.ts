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

/**
 * Runs one statement with the caller's role and claims, which end with its transaction. Were they refused, the
 * statement would not run either: it must never run as the owner.
 * The role comes from a fixed list and the claims are a quoted literal: without values of its own the identity leaves
 * a statement without values the shorter of the two protocols.
 * A session costs one look-up by its key, and no round trip.
 * @param access `read` refuses any write, whatever the statement calls (25006).
 */
export function asCaller(
  db: Database,
  caller: Caller,
  access: 'read' | 'write',
  statement: Statement,
): Promise<Row[]> {
  const { session } = caller
  const settings = {
    role: caller.role,
    'request.jwt.claims': JSON.stringify(caller.claims),
    statement_timeout: TIME_LIMIT,
    ...(access === 'read' && { transaction_read_only: 'on' }),
  }
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${literal(name)}, ${literal(value)}, true)`,
  )
  if (session) calls.unshift(`auth.require_session(${literal(session.id)}, ${literal(session.userId)})`)
  const run = db.transaction([{ text: `select ${calls.join(', ')}` }, statement])
  return access === 'read' ? run.catch(rethrowOfReading) : run
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** Whether a reading whose answer was lost was done makes no difference to anybody (08006 for 08007). */
function rethrowOfReading(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== '08007') throw error
  throw new DatabaseError({ message: error.message, code: '08006' })
}
