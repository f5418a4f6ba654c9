import type { Database, Follower, Row, Statement, Transaction, Value } from '../database.ts'
import type { Engine, EngineCommand } from './engine.ts'
import { startHousekeeping } from './housekeeping.ts'
import { superviseEngine } from './supervised-engine.ts'

/**
 * Opens the embedded PostgreSQL of a folder. If the engine ends, as after a full disk, it is opened again; until then
 * every statement is refused at once with 57P03.
 * The folder must have no other opener: hold the data folder's lock.
 */
export async function openPglite(folder: string): Promise<Database> {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const followers = new Set<Follower>()
  let report: (sentence: string) => void = () => {}

  const engine = await superviseEngine(folder, {
    channels: () => listeners.keys(),
    onNotify(channel, payload) {
      for (const onNotify of listeners.get(channel) ?? []) onNotify(payload)
    },
    onLost() {
      for (const follower of followers) follower.onLost()
    },
    report: (sentence) => report(sentence),
  })

  async function send<T>(command: EngineCommand): Promise<T> {
    return engine.running().send<T>(command).reply
  }

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    const channelListeners = listeners.get(channel) ?? new Set()
    listeners.set(channel, channelListeners.add(onNotify))
    if (channelListeners.size === 1) await send({ do: 'listen', channel })
    return async () => {
      channelListeners.delete(onNotify)
      if (channelListeners.size > 0) return
      listeners.delete(channel)
      // An engine that has ended listens to nothing.
      await send({ do: 'unlisten', channel }).catch(() => {})
    }
  }

  const query = <T>(text: string, values: readonly Value[] = []) =>
    send<T[]>({ do: 'query', statement: { text, values } })

  const stopHousekeeping = startHousekeeping(query)

  return {
    engine: 'pglite',
    query,
    transaction: (async (work: readonly Statement[] | ((tx: Transaction) => Promise<unknown>)) =>
      typeof work === 'function'
        ? runTransaction(engine.running(), work)
        : send<Row[]>({ do: 'batch', statements: work })) as Database['transaction'],
    listen,
    // The engine sends each notification once, before the reply to the statement that commits it.
    async follow(channel, follower) {
      followers.add(follower)
      const stop = await listen(channel, (payload) => follower.onNotify(payload))
      return () => {
        followers.delete(follower)
        return stop()
      }
    },
    onOutage(listener) {
      report = listener
    },
    async close() {
      stopHousekeeping()
      await engine.close()
    },
  }
}

async function runTransaction<T>(engine: Engine, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { id: transaction, reply: begun } = engine.send({ do: 'begin' })
  await begun
  const tx: Transaction = {
    query: (text, values = []) =>
      engine.send<never[]>({ do: 'query in', transaction, statement: { text, values } }).reply,
    script: (text) => engine.send<void>({ do: 'script in', transaction, text }).reply,
  }
  const end = (commit: boolean) => engine.send({ do: 'end', transaction, commit }).reply
  try {
    const result = await work(tx)
    await end(true)
    return result
  } catch (error) {
    // After a failed commit the transaction is over, and there is nothing to roll back.
    await end(false).catch(() => {})
    throw error
  }
}
