// How Node runs the server on a small machine, where memory is short; docs/decisions/0034-memory.md has the reasons and
// docs/performance.md the figures. The files in deploy/ say the same.
import os from 'node:os'
import path from 'node:path'

/** What there is, in bytes: a container may have less than its machine. */
const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

export const FLAGS = [
  // Background threads of V8, each of which keeps memory of its own; with fewer the first query waits for its compiler.
  '--v8-pool-size=3',
  // What a request leaves behind is collected when it is 2 MB, not, where there is much memory, 100 MB; and the heap
  // when it has grown by a seventh.
  ...['--max-semi-space-size=2', '--heap-growing-percent=15'],
  // With so small a nursery V8 takes what survives the start for lasting, and allocates each request's objects where they
  // are collected last: in every third process, for as long as it runs.
  '--no-allocation-site-pretenuring',
  // Where memory is dearer than speed: a fifth less of the one for up to a fifth of the other.
  ...(memory <= 2 ** 30 ? ['--optimize-for-size'] : []),
  // The engine's functions are optimised once they are used for long, not while it opens: that takes both cores a second.
  '--wasm-tiering-budget=1000000000',
]

export const ENVIRONMENT = {
  // One heap of the C library for all threads, not one each; and what is large not in it, where it would leave holes
  // that are never given back, but in pages of its own.
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Compiled code outlives the process, and so what compiles it need not be loaded.
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../node_modules/.cache/node-compile'),
}
