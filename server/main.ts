import { prepareThread } from './db/pglite/thread.ts'

// It takes as long to load the embedded engine as this thread takes to load all that follows.
if (!process.env.DATABASE_URL) prepareThread()
await import('./start.ts')
