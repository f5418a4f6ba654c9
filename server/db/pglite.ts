import { Worker } from 'node:worker_threads'
import {
  type Database,
  DatabaseError,
  type Row,
  type Statement,
  type Transaction,
  type Value,
} from './database.ts'
import { keepHouse } from './housekeeping.ts'
import type { Reply, Request, WorkerOptions } from './pglite-worker.ts'

type Question = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

interface Pending {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/**
 * Opens the embedded PostgreSQL of a folder in a worker thread, so that no query holds up the event loop.
 * The folder must have no other opener: hold the data folder's lock.
 */
export async function openPglite(folder: string): Promise<Database> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { folder } satisfies WorkerOptions,
    // The engine makes few lasting objects; a larger nursery would only sit in memory.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  })
  const pending = new Map<number, Pending>()
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let lastId = 0
  let gone: Error | undefined
  const stopped = Promise.withResolvers<Error>()

  function ask<T>(question: Question): Promise<T> {
    if (gone) return Promise.reject(gone)
    const id = ++lastId
    return new Promise<T>((resolve, reject) => {
      pending.set(id, { resolve, reject })
      worker.postMessage({ id, ...question } satisfies Request)
    })
  }

  function receive(reply: Reply): void {
    if ('opened' in reply) return
    if ('notified' in reply) {
      for (const onNotify of listeners.get(reply.notified) ?? []) onNotify(reply.payload)
      return
    }
    const waiting = pending.get(reply.id)
    pending.delete(reply.id)
    if ('value' in reply) waiting?.resolve(reply.value as never)
    else waiting?.reject('refusal' in reply ? new DatabaseError(reply.refusal) : new Error(reply.failure))
  }

  function lose(reason: Error): void {
    if (!gone) stopped.resolve(reason)
    gone ??= reason
    for (const waiting of pending.values()) waiting.reject(gone)
    pending.clear()
  }

  worker.on('error', ({ message }) => lose(new Error(`The embedded database has stopped (${message}).`)))
  worker.on('exit', () => lose(new Error('The embedded database has stopped.')))
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    worker.once('exit', () => reject(gone))
  })
  worker.on('message', receive)

  async function begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const transaction = lastId + 1
    await ask({ do: 'begin' })
    const tx: Transaction = {
      query: (text, values = []) => ask({ do: 'query in', transaction, statement: { text, values } }),
      script: (text) => ask({ do: 'script in', transaction, text }),
    }
    try {
      const result = await work(tx)
      await ask({ do: 'end', transaction, commit: true })
      return result
    } catch (error) {
      // Once its commit has failed the transaction is over, and there is nothing to roll back.
      await ask({ do: 'end', transaction, commit: false }).catch(() => {})
      throw error
    }
  }

  const query = <T>(text: string, values: readonly Value[] = []) =>
    ask<T[]>({ do: 'query', statement: { text, values } })

  const stopHousekeeping = keepHouse(query)

  return {
    engine: 'pglite',
    query,
    transaction: ((work: readonly Statement[] | ((tx: Transaction) => Promise<unknown>)) =>
      typeof work === 'function'
        ? begin(work)
        : ask<Row[]>({ do: 'batch', statements: work })) as Database['transaction'],
    async listen(channel, onNotify) {
      const channelListeners = listeners.get(channel) ?? new Set()
      listeners.set(channel, channelListeners.add(onNotify))
      if (channelListeners.size === 1) await ask({ do: 'listen', channel })
      return async () => {
        channelListeners.delete(onNotify)
        if (channelListeners.size === 0) await ask({ do: 'unlisten', channel })
      }
    },
    stopped: stopped.promise,
    async close() {
      stopHousekeeping()
      await ask({ do: 'close' })
      gone = new Error('The database is closed.')
      await worker.terminate()
    },
  }
}
