import { openCostlyLane, type Timed } from '../costly-lane.ts'
import type { BatchOptions, Database, Row, Statement, Transaction, Value } from '../database.ts'
import { Subscriptions } from '../subscriptions.ts'
import type { EngineCommand } from './engine-client.ts'
import { startHousekeeping } from './housekeeping.ts'
import { type SupervisedEngine, superviseEngine } from './supervised-engine.ts'

/** The engine runs one batch at a time. A second one that is sent ahead spares it the wait for the next. */
const AT_ONCE = { all: 2, costly: 1 }

/**
 * Opens the embedded PostgreSQL of a folder. If the engine ends, as after a full disk, it is opened again; until then
 * every statement is refused at once with 57P03. A request is ended at its time limit by ending the engine (decision 91).
 * The folder must have no other opener: hold the data folder's lock.
 */
export async function openPglite(folder: string): Promise<Database> {
  const subscriptions = new Subscriptions()
  const lane = openCostlyLane(AT_ONCE)
  const engine = await superviseEngine(folder, subscriptions)

  function send<T>(command: EngineCommand): Promise<T> {
    return engine.run((running) => running.send<T>(command).reply)
  }

  /** The next engine listens on the channels of `subscriptions` as soon as it opens, and on no others. */
  function sendOnce(command: EngineCommand): Promise<void> {
    let isSent = false
    return engine.run(async (running) => {
      if (isSent) return
      isSent = true
      await running.send(command).reply
    })
  }

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    if (subscriptions.add(channel, onNotify)) await sendOnce({ do: 'listen', channel })
    return async () => {
      if (!subscriptions.remove(channel, onNotify)) return
      await sendOnce({ do: 'unlisten', channel }).catch(() => {})
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
      { results, timeLimitMs }: BatchOptions = {},
    ) => {
      if (typeof work === 'function') return runTransaction(engine, work)
      const rows = await lane.run(work, () =>
        send<Timed<Row[][]>>({ do: 'batch', statements: work, results: results ?? 1, timeLimitMs }),
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

async function runTransaction<T>(
  supervised: SupervisedEngine,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { engine, transaction } = await supervised.run(async (engine) => {
    const { id, reply } = engine.send({ do: 'begin' })
    await reply
    return { engine, transaction: id }
  })
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
