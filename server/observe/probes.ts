import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Lifecycle } from '../http/lifecycle.ts'

/** The addresses that programs ask, not people. */
export const PROBES: readonly string[] = ['/health', '/ready']

/** Below what whoever asks waits, by default, for an answer. */
const PATIENCE_MS = 3000
const RETRY_SECONDS = 2

interface ProbeOptions {
  db: Pick<Database, 'query'>
  lifecycle: Pick<Lifecycle, 'isStopping'>
  /** Whether the database has served somebody within the last so many ms. */
  servedWithin: (ms: number) => boolean
  version: string
}

/**
 * `GET /health`: 200 once the database answers. `GET /ready`: 200 while requests should be sent here; not once the server
 * was told to stop. Else both answer 503 with one word of why, within seconds.
 * Nobody can connect before the schema was read, so that is no reason of its own.
 */
export async function probeRoutes(
  site: FastifyInstance,
  { db, lifecycle, servedWithin, version }: ProbeOptions,
): Promise<void> {
  const answers = databaseProbe(db, servedWithin)
  site.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  site.get('/health', async (_, reply) => {
    return (await answers()) ? reply.send({ status: 'ok', version }) : notNow(reply, 'database')
  })
  site.get('/ready', async (_, reply) => {
    if (lifecycle.isStopping) return notNow(reply, 'stopping')
    return (await answers()) ? reply.send({ status: 'ready' }) : notNow(reply, 'database')
  })
}

function notNow(reply: FastifyReply, status: string): FastifyReply {
  return reply.code(503).header('retry-after', RETRY_SECONDS).send({ status })
}

/** However many ask, the database is asked once at a time, and once more after an answer that never came. */
function databaseProbe(
  db: Pick<Database, 'query'>,
  servedWithin: (ms: number) => boolean,
): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  return () => {
    asking ??= Promise.race([answered(db), patience().then(() => servedWithin(PATIENCE_MS))]).finally(() => {
      asking = undefined
    })
    return asking
  }
}

function answered(db: Pick<Database, 'query'>): Promise<boolean> {
  return db.query('select 1').then(
    () => true,
    () => false,
  )
}

/** After it, whoever is served meanwhile shows that the database answers: the probe only waits in the queue. */
function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())
}
