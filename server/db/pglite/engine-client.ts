import { DatabaseError } from '../database.ts'
import { inspectEngine } from './engine-folder.ts'
import { takeThread } from './thread.ts'
import { newEndable, watchTimeLimits } from './time-limit.ts'
import type { EngineReply, EngineRequest, OpenMessage } from './worker.ts'

/** A request to the worker without its number. */
export type EngineCommand = EngineRequest extends infer R
  ? R extends { id: number }
    ? Omit<R, 'id'>
    : never
  : never

interface Pending {
  command: EngineCommand
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/** Why an engine has ended; `isTimeLimit` if it was to end a request, and so can be opened again at once. */
interface EngineEnd {
  reason: string
  isTimeLimit: boolean
}

/** A request that waited while the engine was ended for the time limit of another one. It can be sent to the next. */
export class NotBegun extends Error {}

/** One run of the embedded engine in a worker thread (worker.ts), by messages. */
export interface Engine {
  /** Sends a command; returns the number of the request and its reply. */
  send<T>(command: EngineCommand): { id: number; reply: Promise<T> }
  /** Resolves when the engine has ended, also after `close`. */
  readonly ended: Promise<EngineEnd>
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
  const endable = newEndable()
  worker.postMessage({ folder, endable } satisfies OpenMessage)
  const pending = new Map<number, Pending>()
  let lastId = 0
  let reason: string | undefined
  let overdue: number | undefined
  const ended = Promise.withResolvers<EngineEnd>()

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
    for (const [id, waiting] of pending) waiting.reject(errorOf(id, why))
    pending.clear()
  }

  function errorOf(id: number, why: string): Error {
    if (overdue === undefined) return lost(why)
    // The worker runs one request at a time, in order.
    return id === overdue ? cancelled() : new NotBegun()
  }

  const stopWatching = watchTimeLimits(endable, limitOf, (id) => {
    overdue = id
    worker.terminate()
  })

  function limitOf(id: number): number {
    const command = pending.get(id)?.command
    return (command?.do === 'batch' && command.timeLimitMs) || Number.POSITIVE_INFINITY
  }

  worker.on('error', ({ message }) => lose(message))
  // The files are closed only when the thread has ended; then another engine may open them.
  worker.on('exit', () => {
    stopWatching()
    const isTimeLimit = reason === undefined && overdue !== undefined
    // Before the requests learn it, so that they wait for the next engine.
    ended.resolve({ reason: reason ?? 'its thread has ended', isTimeLimit })
    lose(isTimeLimit ? 'a time limit has passed' : 'its thread has ended')
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    ended.promise.then(({ reason }) => reject(new Error(reason)))
  })
  worker.on('message', receive)

  const send: Engine['send'] = (command) => {
    const id = ++lastId
    if (reason !== undefined) return { id, reply: Promise.reject(errorOf(id, reason)) }
    const reply = new Promise<never>((resolve, reject) => {
      pending.set(id, { command, resolve, reject })
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
      } catch (error) {
        if (!(error instanceof NotBegun)) throw error
      } finally {
        await worker.terminate()
      }
    },
  }
}

/** As PostgreSQL does after `statement_timeout`. */
function cancelled(): DatabaseError {
  return new DatabaseError({ message: 'canceling statement due to statement timeout', code: '57014' })
}

function lost(reason: string): DatabaseError {
  return new DatabaseError({ message: `The embedded database has stopped (${reason}).`, code: IN_DOUBT })
}
