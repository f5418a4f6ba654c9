import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { readSchema } from '../server/rest/schema/schema-cache.ts'
import { openSite } from '../server/site.ts'
import { databaseTypes } from './support/database-types.ts'

const FILE = path.resolve(import.meta.dirname, '../domain/database.types.ts')

/** Returns the types of a new database, created from the current migrations. */
async function freshTypes(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-types-'))
  try {
    const db = await openSite(readConfig({ DATA_DIR: folder, CATALOGUE: 'none' }))
    const schema = await readSchema(db)
    await db.close()
    return databaseTypes(schema)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const types = await freshTypes()
if (!values.check) {
  writeFileSync(FILE, types)
} else if (types !== readFileSync(FILE, 'utf8')) {
  console.error('domain/database.types.ts does not match the migrations. Run npm run types.')
  process.exit(1)
}
