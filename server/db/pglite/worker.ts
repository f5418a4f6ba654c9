import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { type Transaction as EngineTransaction, Mutex, PGlite } from '@electric-sql/pglite'
import type { Row, Statement } from '../database.ts'
import { DurableNodeFS } from './durable-fs.ts'
import { EXTENSIONS, START_PARAMETERS, TEXT_SERIALIZERS } from './options.ts'
import { pipeline } from './pipeline.ts'
import { type Endable, whileEndable } from './time-limit.ts'
import { watchForTraps } from './trap.ts'

/** A request of the main thread; `transaction` is the number of the request that began it. */
export type EngineRequest = { id: number } & (
  | { do: 'query'; statement: Statement }
  | { do: 'batch'; statements: readonly Statement[]; results: number; timeLimitMs?: number | undefined }
  | { do: 'begin' }
  | { do: 'query in'; transaction: number; statement: Statement }
  | { do: 'script in'; transaction: number; text: string }
  | { do: 'end'; transaction: number; commit: boolean }
  | { do: 'listen' | 'unlisten'; channel: string }
  | { do: 'close' }
)

export type EngineReply =
  | { id: number; value: unknown }
  | { id: number; refusal: { message: string; code: string; detail: string | null; hint: string | null } }
  | { id: number; failure: string }
  | { notified: string; payload: string }
  | { opened: true }
  /** The engine has stopped; there are no more replies. */
  | { broken: string }

/** The first message of the main thread. */
export interface OpenMessage {
  folder: string
  endable: Endable
}

const port = parentPort
if (!port) throw new Error('worker.ts runs only as a worker thread')
const [{ folder, endable }] = (await once(port, 'message')) as [OpenMessage]

const db = await PGlite.create({
  fs: new DurableNodeFS(folder),
  startParams: START_PARAMETERS,
  serializers: TEXT_SERIALIZERS,
  extensions: EXTENSIONS,
})

const pipelined = pipeline(db)

watchForTraps(db, (reason) => {
  post({ broken: reason })
  process.exit(1)
})

interface OpenTransaction {
  tx: EngineTransaction
  commit: () => void
  rollback: () => void
  ended: Promise<void>
}

// The engine has one session, so statements must not run within another request's transaction.
const session = new Mutex()
const transactions = new Map<number, OpenTransaction>()
const unlisten = new Map<string, () => Promise<void>>()

class RolledBack extends Error {}

async function runIn(
  tx: Pick<EngineTransaction, 'query' | 'exec'>,
  { text, values }: Statement,
): Promise<Row[]> {
  if (!values) return (await tx.exec(text)).at(-1)?.rows ?? []
  return (await tx.query<Row>(text, [...values])).rows
}

/** Resolves once the transaction has begun. It occupies the engine until it ends. */
function begin(id: number): Promise<void> {
  return new Promise((begun, failed) => {
    const ended = session.runExclusive(() =>
      db.transaction((tx) => {
        return new Promise<void>((commit, reject) => {
          transactions.set(id, { tx, commit, rollback: () => reject(new RolledBack()), ended })
          begun()
        })
      }),
    )
    ended.catch(failed)
  })
}

async function end(id: number, commit: boolean): Promise<void> {
  const open = transaction(id)
  transactions.delete(id)
  if (commit) open.commit()
  else open.rollback()
  await open.ended.catch((error) => {
    if (!(error instanceof RolledBack)) throw error
  })
}

function transaction(id: number): OpenTransaction {
  const open = transactions.get(id)
  if (!open) throw new Error(`Transaction ${id} has ended.`)
  return open
}

async function run(request: EngineRequest): Promise<unknown> {
  switch (request.do) {
    case 'query':
      return session.runExclusive(() => runIn(db, request.statement))
    case 'batch':
      return session.runExclusive(async () => {
        const start = performance.now()
        const result = await pipelined(
          request.statements,
          request.results,
          request.timeLimitMs === undefined ? undefined : (work) => whileEndable(endable, request.id, work),
        )
        return { result, ms: performance.now() - start }
      })
    case 'begin':
      return begin(request.id)
    case 'query in':
      return runIn(transaction(request.transaction).tx, request.statement)
    case 'script in':
      await transaction(request.transaction).tx.exec(request.text)
      return
    case 'end':
      return end(request.transaction, request.commit)
    case 'listen':
      unlisten.set(
        request.channel,
        await session.runExclusive(() =>
          db.listen(request.channel, (payload) => post({ notified: request.channel, payload })),
        ),
      )
      return
    case 'unlisten':
      await session.runExclusive(async () => unlisten.get(request.channel)?.())
      unlisten.delete(request.channel)
      return
    case 'close':
      // Running requests end first.
      return session.runExclusive(() => db.close())
  }
}

function post(reply: EngineReply): void {
  port?.postMessage(reply)
}

port.on('message', async (request: EngineRequest) => {
  try {
    post({ id: request.id, value: await run(request) })
  } catch (error) {
    const { message, code, detail, hint } = error as Error & { code?: string; detail?: string; hint?: string }
    if (code) post({ id: request.id, refusal: { message, code, detail: detail ?? null, hint: hint ?? null } })
    else post({ id: request.id, failure: message })
  }
})

post({ opened: true })
