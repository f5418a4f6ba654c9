import { prepareThread } from './db/pglite/thread.ts'

// Loading the embedded engine takes about as long as loading all other modules, so another thread does it.
if (!process.env.DATABASE_URL) prepareThread()
await import('./start.ts')
