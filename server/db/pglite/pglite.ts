import { openCostlyLane, type Timed } from '../costly-lane.ts'
import type { Database, Row, Statement, Transaction, Value } from '../database.ts'
import { Subscriptions } from '../subscriptions.ts'
import type { Engine, EngineCommand } from './engine-client.ts'
import { startHousekeeping } from './housekeeping.ts'
import { superviseEngine } from './supervised-engine.ts'

/** The engine runs one batch at a time. A second one that is sent ahead spares it the wait for the next. */
const AT_ONCE = { all: 2, costly: 1 }

/**
 * Opens the embedded PostgreSQL of a folder. If the engine ends, as after a full disk, it is opened again; until then
 * every statement is refused at once with 57P03.
 * The folder must have no other opener: hold the data folder's lock.
 */
export async function openPglite(folder: string): Promise<Database> {
  const subscriptions = new Subscriptions()
  const lane = openCostlyLane(AT_ONCE)
  const engine = await superviseEngine(folder, subscriptions)

  async function send<T>(command: EngineCommand): Promise<T> {
    return engine.running().send<T>(command).reply
  }

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    if (subscriptions.add(channel, onNotify)) await send({ do: 'listen', channel })
    return async () => {
      if (!subscriptions.remove(channel, onNotify)) return
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
    transaction: (async (
      work: readonly Statement[] | ((tx: Transaction) => Promise<unknown>),
      results?: number,
    ) => {
      if (typeof work === 'function') return runTransaction(engine.running(), work)
      const rows = await lane.run(work, () =>
        send<Timed<Row[][]>>({ do: 'batch', statements: work, results: results ?? 1 }),
      )
      return results === undefined ? (rows.at(-1) ?? []) : rows
    }) as Database['transaction'],
    listen,
    // The engine sends each notification once, before the reply to the statement that commits it.
    async follow(channel, follower) {
      subscriptions.followers.add(follower)
      const stop = await listen(channel, (payload) => follower.onNotify(payload))
      return () => {
        subscriptions.followers.delete(follower)
        return stop()
      }
    },
    onOutage(report) {
      subscriptions.report = report
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
