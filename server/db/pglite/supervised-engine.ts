import { setTimeout as after } from 'node:timers/promises'
import { DatabaseError } from '../database.ts'
import type { Subscriptions } from '../subscriptions.ts'
import { type Engine, NotBegun, startEngine } from './engine-client.ts'

/** The pause before the engine is opened again, at first and at most: the reason for its end may persist. */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5000

/** An engine that is opened again whenever it ends, as after a full disk or a time limit. */
export interface SupervisedEngine {
  /**
   * Runs a request on the engine. After the end for another request's time limit, one that had not begun waits for the
   * engine to open and runs then.
   * @throws DatabaseError 57P03 after any other end, while the engine is being opened again.
   */
  run<T>(request: (engine: Engine) => Promise<T>): Promise<T>
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
  /** Settles when the engine is open again after a time limit, or has failed to open. */
  let next: Promise<void> | undefined
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
    fresh.ended.then(({ reason, isTimeLimit }) => {
      engine = undefined
      if (isClosed) return
      subscriptions.lose()
      if (isTimeLimit) {
        reopening = openNext()
        return
      }
      subscriptions.report(`The embedded database has stopped (${reason}); it is being opened again.`)
      reopening = reopen()
    })
  }

  async function openNext(): Promise<void> {
    const endedAt = performance.now()
    next = open()
    try {
      await next
    } catch (error) {
      reportFailure(error)
      return reopen()
    } finally {
      next = undefined
    }
    const pause = Math.round(performance.now() - endedAt)
    subscriptions.report(
      `The embedded database ended a request that took longer than its time limit; others waited ${pause} ms.`,
    )
    subscriptions.notifyAll()
  }

  async function reopen(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await after(wait, undefined, { ref: false })
      if (isClosed) return
      try {
        await open()
        break
      } catch (error) {
        reportFailure(error)
      }
    }
    subscriptions.report('The embedded database is open again.')
    subscriptions.notifyAll()
  }

  function reportFailure(error: unknown): void {
    subscriptions.report(
      `The embedded database does not open (${(error as Error).message}); it is tried again.`,
    )
  }

  async function running(): Promise<Engine> {
    await next?.catch(() => {})
    if (engine) return engine
    throw new DatabaseError({ message: 'The embedded database is being opened.', code: '57P03' })
  }

  await open()
  return {
    async run(request) {
      for (;;) {
        try {
          return await request(await running())
        } catch (error) {
          if (!(error instanceof NotBegun)) throw error
        }
      }
    },
    async close() {
      isClosed = true
      await reopening
      await engine?.close()
    },
  }
}
