import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Lifecycle } from '../lifecycle.ts'

/** Below what whoever asks waits, by default, for an answer. */
const PATIENCE_MS = 3000
const RETRY_SECONDS = 2

interface ProbeOptions {
  db: Pick<Database, 'query'>
  lifecycle: Pick<Lifecycle, 'isStopping'>
  version: string
}

/**
 * `GET /health`: 200 once the database answers. `GET /ready`: 200 while requests should be sent here; not once the server
 * was told to stop. Else both answer 503 with one word of why, within seconds.
 * Nobody can connect before the schema was read, so that is no reason of its own.
 */
export async function probeRoutes(
  site: FastifyInstance,
  { db, lifecycle, version }: ProbeOptions,
): Promise<void> {
  const answers = databaseProbe(db)
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
function databaseProbe(db: Pick<Database, 'query'>): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  return () => {
    asking ??= Promise.race([answered(db), patience()]).finally(() => {
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

function patience(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref())
}
