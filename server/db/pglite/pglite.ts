import { setTimeout as after } from 'node:timers/promises'
import {
  type Database,
  DatabaseError,
  type Follower,
  type Row,
  type Statement,
  type Transaction,
  type Value,
} from '../database.ts'
import { type Engine, type Question, startEngine } from './engine.ts'
import { keepHouse } from './housekeeping.ts'

/** How long the engine is left alone after it ended, at first and at most: what ended it may last. */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5000

/**
 * Opens the embedded PostgreSQL of a folder. When it ends by itself, as after a full disk, it is opened again until it
 * does; meanwhile every statement is refused at once with 57P03.
 * The folder must have no other opener: hold the data folder's lock.
 */
export async function openPglite(folder: string): Promise<Database> {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const followers = new Set<Follower>()
  let engine: Engine | undefined
  let reopening: Promise<void> | undefined
  let isClosed = false
  let tell: (sentence: string) => void = () => {}

  function notify(channel: string, payload: string): void {
    for (const onNotify of listeners.get(channel) ?? []) onNotify(payload)
  }

  async function open(): Promise<void> {
    const fresh = await startEngine(folder, notify)
    try {
      for (const channel of listeners.keys()) await fresh.ask({ do: 'listen', channel }).answer
    } catch (error) {
      // It may have refused and live on; a second one beside it would destroy the folder.
      await fresh.close().catch(() => {})
      await fresh.ended
      throw error
    }
    engine = fresh
    fresh.ended.then((reason) => {
      engine = undefined
      if (isClosed) return
      for (const follower of followers) follower.onLost()
      tell(`The embedded database has stopped (${reason}); it is being opened again.`)
      reopening = reopen()
    })
  }

  async function reopen(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await after(wait, undefined, { ref: false })
      if (isClosed) return
      try {
        await open()
        break
      } catch (error) {
        tell(`The embedded database does not open (${(error as Error).message}); it is tried again.`)
      }
    }
    tell('The embedded database is open again.')
    // What was notified when it ended is gone: every listener is told something happened.
    for (const channel of listeners.keys()) notify(channel, '')
  }

  function running(): Engine {
    if (engine) return engine
    throw new DatabaseError({ message: 'The embedded database is being opened.', code: '57P03' })
  }

  async function ask<T>(question: Question): Promise<T> {
    return running().ask<T>(question).answer
  }

  async function begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const own = running()
    const { id: transaction, answer: begun } = own.ask({ do: 'begin' })
    await begun
    const tx: Transaction = {
      query: (text, values = []) =>
        own.ask<never[]>({ do: 'query in', transaction, statement: { text, values } }).answer,
      script: (text) => own.ask<void>({ do: 'script in', transaction, text }).answer,
    }
    const end = (commit: boolean) => own.ask({ do: 'end', transaction, commit }).answer
    try {
      const result = await work(tx)
      await end(true)
      return result
    } catch (error) {
      // Once its commit has failed the transaction is over, and there is nothing to roll back.
      await end(false).catch(() => {})
      throw error
    }
  }

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    const channelListeners = listeners.get(channel) ?? new Set()
    listeners.set(channel, channelListeners.add(onNotify))
    if (channelListeners.size === 1) await ask({ do: 'listen', channel })
    return async () => {
      channelListeners.delete(onNotify)
      if (channelListeners.size > 0) return
      listeners.delete(channel)
      // An engine that has ended listens to nothing.
      await ask({ do: 'unlisten', channel }).catch(() => {})
    }
  }

  await open()

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
    listen,
    // The engine tells of a commit before it answers, and of each once.
    async follow(channel, follower) {
      followers.add(follower)
      const stop = await listen(channel, (payload) => follower.onNotify(payload))
      return () => {
        followers.delete(follower)
        return stop()
      }
    },
    onOutage(listener) {
      tell = listener
    },
    async close() {
      isClosed = true
      stopHousekeeping()
      await reopening
      await engine?.close()
    },
  }
}
