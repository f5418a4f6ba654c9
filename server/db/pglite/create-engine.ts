import { rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS } from './durable-fs.ts'
import { START_PARAMETERS } from './options.ts'

// Makes an empty embedded database in the folder named on the command line, for the server that asked, and ends.
const [, , folder = ''] = process.argv
const server = process.ppid
const db = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: START_PARAMETERS })
await db.close()
// A server that was killed meanwhile asks for it no more; the next has begun one of its own.
if (process.ppid !== server) rmSync(folder, { recursive: true, force: true })
