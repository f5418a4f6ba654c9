import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Queryable } from '../../db/database.ts'
import { CATALOGUE_QUERY } from './catalogue-query.ts'

/** What the database's catalogue told last, from one start to the next: to ask anew takes the embedded engine long. */
export interface KeptSchema {
  /** As JSON; undefined where it told that to another version, or of other migrations. */
  read(): Promise<string | undefined>
  write(told: string): Promise<void>
}

/** Keeps it in a file, which may be deleted at any time. */
export function keptSchema(db: Queryable, file: string): KeptSchema {
  return {
    async read() {
      const [kept, versions] = await Promise.all([readFile(file, 'utf8').catch(() => ''), appliedTo(db)])
      const told = kept.slice(kept.indexOf('\n') + 1)
      return kept === signed(told, versions) ? told : undefined
    },
    async write(told) {
      // Without it the next start takes longer, and nothing else.
      await writeFile(file, signed(told, await appliedTo(db))).catch(() => {})
    },
  }
}

/** With a first line that no other question, other migrations or a damaged file would have. */
function signed(told: string, versions: string): string {
  const digest = createHash('sha256').update(JSON.stringify([CATALOGUE_QUERY, versions, told]))
  return `${digest.digest('base64url')}\n${told}`
}

async function appliedTo(db: Queryable): Promise<string> {
  const [applied] = await db.query<{ versions: string | null }>(
    `select string_agg(version, ' ' order by version) as versions from supabase_migrations.schema_migrations`,
  )
  return applied?.versions ?? ''
}
