import type { Database, Row, Statement } from './database.ts'

/** Who sends a request: the database role it runs as and the claims that row rules read. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Readonly<Record<string, unknown>>
}

/** A hostile filter must not hold a connection for long. The embedded engine has no clock to stop it by. */
const TIME_LIMIT = '10s'

/**
 * Runs one statement with the caller's role and claims, which end with its transaction.
 * The role comes from a fixed list and the claims are a quoted literal: as text without values both travel
 * with the transaction's begin.
 * @param access `read` refuses any write, whatever the statement calls (25006).
 */
export function asCaller(
  db: Database,
  caller: Caller,
  access: 'read' | 'write',
  statement: Statement,
): Promise<Row[]> {
  const claims = JSON.stringify(caller.claims).replaceAll("'", "''")
  const identity =
    `set local role ${caller.role}; set local request.jwt.claims = '${claims}'; ` +
    `set local statement_timeout = '${TIME_LIMIT}'` +
    (access === 'read' ? '; set transaction read only' : '')
  return db.transaction([{ text: identity }, statement])
}
