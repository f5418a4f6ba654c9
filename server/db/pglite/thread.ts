import { Worker } from 'node:worker_threads'

let prepared: Worker | undefined

/** Starts a thread for the embedded engine, which loads it until a folder is named. */
function startThread(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: {
      // The engine makes few lasting objects; a larger nursery would only sit in memory.
      maxYoungGenerationSizeMb: 4,
      // So that PostgreSQL's own limit of depth (54001) comes before the thread's, which ends the engine.
      stackSizeMb: 64,
    },
  })
}

/** Starts the first thread ahead of its use. */
export function prepareThread(): void {
  prepared = startThread()
}

export function takeThread(): Worker {
  const thread = prepared ?? startThread()
  prepared = undefined
  return thread
}
