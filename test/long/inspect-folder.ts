import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { DurableNodeFS } from '../../server/db/pglite/durable-fs.ts'
import { EXTENSIONS, START_PARAMETERS } from '../../server/db/pglite/options.ts'
import { findDamage } from './find-damage.ts'

// Opens a copy of an embedded engine's folder and prints its damage as JSON. It runs in a separate process, so that no
// engine stays in memory.
const [, , folder = ''] = process.argv
const db = await PGlite.create({
  fs: new DurableNodeFS(folder),
  startParams: START_PARAMETERS,
  extensions: { ...EXTENSIONS, amcheck },
})
const problems = await findDamage(async (text) => (await db.query<Record<string, unknown>>(text)).rows)
await db.close()
process.stdout.write(JSON.stringify(problems))
