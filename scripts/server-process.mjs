// How Node runs the server on a small machine. Together these keep its memory about 60 MB smaller, and its later starts
// half a second shorter, than Node does by itself; docs/performance.md has the figures.
import path from 'node:path'

// Background threads of V8, each of which keeps memory of its own; with fewer the first query waits for its compiler.
export const FLAGS = ['--v8-pool-size=3']

export const ENVIRONMENT = {
  // One heap of the C library for all threads, not one each.
  MALLOC_ARENA_MAX: '1',
  // Compiled code outlives the process.
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../node_modules/.cache/node-compile'),
}
