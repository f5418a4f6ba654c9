import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { Mutex, PGlite, type Transaction as Turn } from '@electric-sql/pglite'
import type { Row, Statement } from '../database.ts'
import { DurableNodeFS } from './durable-fs.ts'
import { EXTENSIONS, START_PARAMETERS, TEXT_SERIALIZERS } from './options.ts'
import { pipeline } from './pipeline.ts'
import { watchForTraps } from './trap.ts'

/** What the main thread asks; `transaction` is the number of the request that began it. */
export type Request = { id: number } & (
  | { do: 'query'; statement: Statement }
  | { do: 'batch'; statements: readonly Statement[] }
  | { do: 'begin' }
  | { do: 'query in'; transaction: number; statement: Statement }
  | { do: 'script in'; transaction: number; text: string }
  | { do: 'end'; transaction: number; commit: boolean }
  | { do: 'listen' | 'unlisten'; channel: string }
  | { do: 'close' }
)

export type Reply =
  | { id: number; value: unknown }
  | { id: number; refusal: { message: string; code: string; detail: string | null; hint: string | null } }
  | { id: number; failure: string }
  | { notified: string; payload: string }
  | { opened: true }
  /** Nothing more will be answered. */
  | { broken: string }

/** What it is told first. */
export interface Opening {
  folder: string
}

const port = parentPort
if (!port) throw new Error('pglite-worker.ts runs only as a worker thread')
const [{ folder }] = (await once(port, 'message')) as [Opening]

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
  turn: Turn
  commit: () => void
  rollback: () => void
  ended: Promise<void>
}

// The engine is one session: what runs at once must not fall into another's transaction.
const turns = new Mutex()
const transactions = new Map<number, OpenTransaction>()
const unlisten = new Map<string, () => Promise<void>>()

class RolledBack extends Error {}

async function runIn(turn: Pick<Turn, 'query' | 'exec'>, { text, values }: Statement): Promise<Row[]> {
  if (!values) return (await turn.exec(text)).at(-1)?.rows ?? []
  return (await turn.query<Row>(text, [...values])).rows
}

/** Resolves once the transaction has its turn; it then holds the engine until it is ended. */
function begin(id: number): Promise<void> {
  return new Promise((hasTurn, failed) => {
    const ended = turns.runExclusive(() =>
      db.transaction((turn) => {
        return new Promise<void>((commit, reject) => {
          transactions.set(id, { turn, commit, rollback: () => reject(new RolledBack()), ended })
          hasTurn()
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

async function answer(request: Request): Promise<unknown> {
  switch (request.do) {
    case 'query':
      return turns.runExclusive(() => runIn(db, request.statement))
    case 'batch':
      return turns.runExclusive(() => pipelined(request.statements))
    case 'begin':
      return begin(request.id)
    case 'query in':
      return runIn(transaction(request.transaction).turn, request.statement)
    case 'script in':
      await transaction(request.transaction).turn.exec(request.text)
      return
    case 'end':
      return end(request.transaction, request.commit)
    case 'listen':
      unlisten.set(
        request.channel,
        await turns.runExclusive(() =>
          db.listen(request.channel, (payload) => post({ notified: request.channel, payload })),
        ),
      )
      return
    case 'unlisten':
      await turns.runExclusive(async () => unlisten.get(request.channel)?.())
      unlisten.delete(request.channel)
      return
    case 'close':
      // What runs comes to its end.
      return turns.runExclusive(() => db.close())
  }
}

function post(reply: Reply): void {
  port?.postMessage(reply)
}

port.on('message', async (request: Request) => {
  try {
    post({ id: request.id, value: await answer(request) })
  } catch (error) {
    const { message, code, detail, hint } = error as Error & { code?: string; detail?: string; hint?: string }
    if (code) post({ id: request.id, refusal: { message, code, detail: detail ?? null, hint: hint ?? null } })
    else post({ id: request.id, failure: message })
  }
})

post({ opened: true })
