import type { Database } from '../../../server/db/database.ts'
import { recordMadeObjects } from '../../../server/db/migrate/made-objects.ts'

/** Runs statements as a migration does, so that the API serves what they create in the schema `public`. */
export function runAsMigration(db: Database, statements: string): Promise<void> {
  return db.transaction((tx) => recordMadeObjects(tx, () => tx.script(statements)))
}
