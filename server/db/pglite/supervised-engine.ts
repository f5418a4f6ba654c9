import { setTimeout as after } from 'node:timers/promises'
import { DatabaseError } from '../database.ts'
import type { Subscriptions } from '../subscriptions.ts'
import { type Engine, startEngine } from './engine-client.ts'

/** The pause before the engine is opened again, at first and at most: the reason for its end may persist. */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5000

/** An engine that is opened again whenever it ends, as after a full disk. */
export interface SupervisedEngine {
  /** Returns the running engine. @throws DatabaseError 57P03 while it is being opened again. */
  running(): Engine
  close(): Promise<void>
}

/**
 * Opens the embedded engine of a folder, which must have no other opener. Rejects if it does not open.
 * @param subscriptions get the engine's notifications and outages.
 */
export async function superviseEngine(
  folder: string,
  subscriptions: Subscriptions,
): Promise<SupervisedEngine> {
  let engine: Engine | undefined
  let reopening: Promise<void> | undefined
  let isClosed = false

  async function open(): Promise<void> {
    const fresh = await startEngine(folder, (channel, payload) => subscriptions.notify(channel, payload))
    try {
      for (const channel of subscriptions.channels()) await fresh.send({ do: 'listen', channel }).reply
    } catch (error) {
      // The engine may still run after an error; a second one beside it would destroy the folder.
      await fresh.close().catch(() => {})
      await fresh.ended
      throw error
    }
    engine = fresh
    fresh.ended.then((reason) => {
      engine = undefined
      if (isClosed) return
      subscriptions.lose()
      subscriptions.report(`The embedded database has stopped (${reason}); it is being opened again.`)
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
        subscriptions.report(
          `The embedded database does not open (${(error as Error).message}); it is tried again.`,
        )
      }
    }
    subscriptions.report('The embedded database is open again.')
    subscriptions.notifyAll()
  }

  await open()
  return {
    running() {
      if (engine) return engine
      throw new DatabaseError({ message: 'The embedded database is being opened.', code: '57P03' })
    },
    async close() {
      isClosed = true
      await reopening
      await engine?.close()
    },
  }
}
