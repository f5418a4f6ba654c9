import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Lifecycle } from '../http/lifecycle.ts'

/** The addresses that programs poll. */
export const PROBES: readonly string[] = ['/health', '/ready']

/** Less than the default timeout of programs that poll. */
const TIMEOUT_MS = 3000
const RETRY_SECONDS = 2

interface ProbeOptions {
  db: Pick<Database, 'query'>
  lifecycle: Pick<Lifecycle, 'isStopping'>
  /** Whether the database has served a request within the last `ms` milliseconds. */
  servedWithin: (ms: number) => boolean
  version: string
}

/**
 * Serves `GET /health`: 200 if the database responds, and `GET /ready`: 200 if, in addition, the server is not
 * stopping. Otherwise both return 503 within seconds, with a status of one word. They need not check the schema: the
 * server listens only once it has read the schema.
 */
export async function probeRoutes(
  site: FastifyInstance,
  { db, lifecycle, servedWithin, version }: ProbeOptions,
): Promise<void> {
  const isAvailable = databaseProbe(db, servedWithin)
  site.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  site.get('/health', async (_, reply) => {
    return (await isAvailable()) ? reply.send({ status: 'ok', version }) : unavailable(reply, 'database')
  })
  site.get('/ready', async (_, reply) => {
    if (lifecycle.isStopping) return unavailable(reply, 'stopping')
    return (await isAvailable()) ? reply.send({ status: 'ready' }) : unavailable(reply, 'database')
  })
}

function unavailable(reply: FastifyReply, status: string): FastifyReply {
  return reply.code(503).header('retry-after', RETRY_SECONDS).send({ status })
}

/** Returns a function that checks the database. Concurrent calls share one check, which ends after TIMEOUT_MS. */
function databaseProbe(
  db: Pick<Database, 'query'>,
  servedWithin: (ms: number) => boolean,
): () => Promise<boolean> {
  let checking: Promise<boolean> | undefined
  return () => {
    checking ??= Promise.race([responds(db), afterTimeout().then(() => servedWithin(TIMEOUT_MS))]).finally(
      () => {
        checking = undefined
      },
    )
    return checking
  }
}

function responds(db: Pick<Database, 'query'>): Promise<boolean> {
  return db.query('select 1').then(
    () => true,
    () => false,
  )
}

/** If a request was served by then, the database works, and the probe's query is only waiting in the queue. */
function afterTimeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS).unref())
}
