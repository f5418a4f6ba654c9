import { Worker } from 'node:worker_threads'

let prepared: Worker | undefined

/** Starts a thread that loads the embedded engine and then waits for the name of a folder. */
function startThread(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: {
      // The engine makes few JavaScript objects; a larger young generation would only take memory.
      maxYoungGenerationSizeMb: 4,
      // PostgreSQL's own stack limit (54001) must come before the thread's, which ends the engine.
      stackSizeMb: 64,
    },
  })
}

/** Starts the first thread before it is needed. */
export function prepareThread(): void {
  prepared = startThread()
}

export function takeThread(): Worker {
  const thread = prepared ?? startThread()
  prepared = undefined
  return thread
}
