import { DatabaseError } from '../database.ts'
import { inspectEngine } from './engine-folder.ts'
import { takeThread } from './thread.ts'
import type { EngineReply, EngineRequest, OpenMessage } from './worker.ts'

/** A request to the worker without its number. */
export type EngineCommand = EngineRequest extends infer R
  ? R extends { id: number }
    ? Omit<R, 'id'>
    : never
  : never

interface Pending {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/** One run of the embedded engine in a worker thread (worker.ts), by messages. */
export interface Engine {
  /** Sends a command; returns the number of the request and its reply. */
  send<T>(command: EngineCommand): { id: number; reply: Promise<T> }
  /** Resolves with the reason when the engine has ended, also after `close`. */
  readonly ended: Promise<string>
  close(): Promise<void>
}

/** SQLSTATE transaction_resolution_unknown: a running statement may have been committed. */
const IN_DOUBT = '08007'

/**
 * Starts the embedded PostgreSQL of a folder in a worker thread, so that queries do not block the event loop.
 * The folder must have no other opener: hold the data folder's lock.
 */
export async function startEngine(
  folder: string,
  onNotify: (channel: string, payload: string) => void,
): Promise<Engine> {
  const found = inspectEngine(folder)
  if (found.state !== 'complete') throw new Error('damage' in found ? found.damage : 'its folder is missing')
  const worker = takeThread()
  worker.postMessage({ folder } satisfies OpenMessage)
  const pending = new Map<number, Pending>()
  let lastId = 0
  let reason: string | undefined
  const ended = Promise.withResolvers<string>()

  function receive(reply: EngineReply): void {
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
  // The files are closed only when the thread has ended; then another engine may open them.
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

  const send: Engine['send'] = (command) => {
    const id = ++lastId
    if (reason !== undefined) return { id, reply: Promise.reject(lost(reason)) }
    const reply = new Promise<never>((resolve, reject) => {
      pending.set(id, { resolve, reject })
      worker.postMessage({ id, ...command } satisfies EngineRequest)
    })
    return { id, reply }
  }
  return {
    send,
    ended: ended.promise,
    async close() {
      try {
        await send({ do: 'close' }).reply
      } finally {
        await worker.terminate()
      }
    },
  }
}

function lost(reason: string): DatabaseError {
  return new DatabaseError({ message: `The embedded database has stopped (${reason}).`, code: IN_DOUBT })
}
