import type { Database } from '../../../server/db/database.ts'
import { recordMade } from '../../../server/db/migrate/made-objects.ts'

/** Runs statements as a migration would: what they make in public is served. */
export function asMigration(db: Database, statements: string): Promise<void> {
  return db.transaction((tx) => recordMade(tx, () => tx.script(statements)))
}
