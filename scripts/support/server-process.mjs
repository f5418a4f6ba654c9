// The options with which Node runs the server, to use little memory. docs/decisions/0034-memory.md has the reasons and
// docs/performance.md the figures. The files in deploy/ repeat these options.
import os from 'node:os'
import path from 'node:path'

/** The available memory in bytes. A container may have less than its machine. */
const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

export const FLAGS = [
  // The number of V8's background threads. Each uses memory, but with fewer than 3 the first query waits for the
  // compiler.
  '--v8-pool-size=3',
  // V8 collects the garbage of requests at 2 MB, instead of up to 100 MB on a machine with much memory.
  '--max-semi-space-size=2',
  // V8 collects the old generation when it has grown by about a seventh.
  '--heap-growing-percent=15',
  // With a small young generation V8 may decide at the start to allocate the objects of requests in the old generation,
  // where they are collected late. This happened in every third process and lasted until its end.
  '--no-allocation-site-pretenuring',
  // On a machine with at most 1 GB: saves a fifth of the memory and costs up to a fifth of the speed.
  ...(memory <= 2 ** 30 ? ['--optimize-for-size'] : []),
  // V8 optimises PGlite's functions only after long use. At the start that would occupy two cores for a second.
  '--wasm-tiering-budget=1000000000',
]

export const ENVIRONMENT = {
  // All threads share one heap of the C library. Allocations of 32 KB or more get their own pages, because in the heap
  // they would leave gaps that are never returned to the system.
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // The next process reuses the compiled code.
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../node_modules/.cache/node-compile'),
}
