import { DatabaseError } from '../database.ts'
import { inspectEngine } from './engine-folder.ts'
import { takeThread } from './thread.ts'
import type { Opening, Reply, Request } from './worker.ts'

export type Question = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

interface Pending {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/** One run of the embedded engine, in a thread of its own. */
export interface Engine {
  /** Sends a question; answers the number it went out under beside its answer. */
  ask<T>(question: Question): { id: number; answer: Promise<T> }
  /** Resolves with the reason when the engine ends, by itself or because it was closed. */
  readonly ended: Promise<string>
  close(): Promise<void>
}

/** SQLSTATE transaction_resolution_unknown: whatever was under way may have been committed. */
const IN_DOUBT = '08007'

/**
 * Starts the embedded PostgreSQL of a folder in a worker thread, so that no query holds up the event loop.
 * The folder must have no other opener: hold the data folder's lock.
 */
export async function startEngine(
  folder: string,
  onNotify: (channel: string, payload: string) => void,
): Promise<Engine> {
  const found = inspectEngine(folder)
  if (found.state !== 'whole') throw new Error('damage' in found ? found.damage : 'its folder is missing')
  const worker = takeThread()
  worker.postMessage({ folder } satisfies Opening)
  const pending = new Map<number, Pending>()
  let lastId = 0
  let reason: string | undefined
  const ended = Promise.withResolvers<string>()

  function receive(reply: Reply): void {
    if ('opened' in reply) return
    if ('broken' in reply) {
      lose(reply.broken)
      return
    }
    if ('notified' in reply) {
      onNotify(reply.notified, reply.payload)
      return
    }
    const waiting = pending.get(reply.id)
    pending.delete(reply.id)
    if ('value' in reply) waiting?.resolve(reply.value as never)
    else waiting?.reject('refusal' in reply ? new DatabaseError(reply.refusal) : new Error(reply.failure))
  }

  function lose(why: string): void {
    if (reason !== undefined) return
    reason = why
    for (const waiting of pending.values()) waiting.reject(lost(why))
    pending.clear()
  }

  worker.on('error', ({ message }) => lose(message))
  // Only now are its files closed, and another may open them.
  worker.on('exit', () => {
    lose('its thread has ended')
    ended.resolve(reason ?? '')
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    ended.promise.then((why) => reject(new Error(why)))
  })
  worker.on('message', receive)

  const ask: Engine['ask'] = (question) => {
    const id = ++lastId
    if (reason !== undefined) return { id, answer: Promise.reject(lost(reason)) }
    const answer = new Promise<never>((resolve, reject) => {
      pending.set(id, { resolve, reject })
      worker.postMessage({ id, ...question } satisfies Request)
    })
    return { id, answer }
  }
  return {
    ask,
    ended: ended.promise,
    async close() {
      try {
        await ask({ do: 'close' }).answer
      } finally {
        await worker.terminate()
      }
    },
  }
}

function lost(reason: string): DatabaseError {
  return new DatabaseError({ message: `The embedded database has stopped (${reason}).`, code: IN_DOUBT })
}
