import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS } from './durable-fs.ts'
import { START_PARAMETERS } from './pglite-options.ts'

// Makes an empty embedded database in the folder named on the command line, and ends.
const [, , folder = ''] = process.argv
const db = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: START_PARAMETERS })
await db.close()
