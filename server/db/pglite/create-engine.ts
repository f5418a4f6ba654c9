import { rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS } from './durable-fs.ts'
import { START_PARAMETERS } from './options.ts'

// Makes an empty embedded database in the folder named on the command line, for the parent process, and exits.
const [, , folder = ''] = process.argv
const server = process.ppid
const db = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: START_PARAMETERS })
await db.close()
// If the server was killed in the meantime, nobody needs the folder: the next start makes another.
if (process.ppid !== server) rmSync(folder, { recursive: true, force: true })
