import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { trustedProxies } from '../http/trusted-proxy.ts'
import { type DatabaseTimes, type Spent, spend, timedDatabase } from './database-time.ts'
import { logOptions, logsRequests } from './log.ts'
import type { Answered, Metrics } from './metrics.ts'
import { PROBES } from './probes.ts'
import { requestNamer } from './request-id.ts'
import { methodName, routeName } from './route-name.ts'
import { signIns } from './tallies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code it was refused with, where it was. */
    refusal: string | null
    /** Null where nobody looks. */
    watched: (Spent & { bytesBefore: number }) | null
  }
}

/** What is told of a request. */
type Told = Pick<FastifyRequest, 'watched' | 'refusal' | 'socket'> & { log: FastifyBaseLogger | undefined }

const NOBODY: DatabaseTimes = { observe: () => {}, inFlight: 0 }

export interface Watch {
  /** The database, timed where somebody looks. */
  db: Database
  /** What Fastify is to be made with. */
  options: Pick<ReturnType<typeof fastifyOptions>, 'logger' | 'genReqId'>
  /** Names every request in its answer, and says and counts what came of it. Before any other hook. */
  follow(app: FastifyInstance): void
  /** Says and counts what comes of a request that passes no hook; undefined where nobody looks. */
  see:
    | ((request: IncomingMessage, response: ServerResponse, as: { id: string; route: string }) => void)
    | undefined
}

/**
 * Lets a site be seen from outside, by its log and, where METRICS_PORT is set, by figures. What nobody looks at is not
 * measured.
 * @throws Refusal when METRICS_PORT cannot be listened on.
 */
export async function startWatch(config: Config, db: Database): Promise<Watch> {
  const metrics = config.metrics && (await startMetrics(config, config.metrics, db))
  const isLogged = logsRequests(config.logLevel)
  const isWatched = isLogged || metrics !== undefined
  let appLog: FastifyBaseLogger | undefined

  function tell(request: Told, answered: Answered, isFinished: boolean): void {
    metrics?.countRequest(answered)
    if (isLogged) logAnswer(request, answered, isFinished)
  }

  return {
    db: isWatched ? timedDatabase(db, metrics?.databaseTimes ?? NOBODY) : db,
    options: fastifyOptions(config),
    see: isWatched
      ? (request, response, { id, route }) => {
          const start = performance.now()
          const { socket } = request
          const watched = { ms: 0, calls: 0, bytesBefore: socket.bytesWritten }
          response.once('close', () => {
            const { statusCode: status, writableFinished } = response
            const log = isLogged ? appLog?.child({ reqId: id }) : undefined
            const answered = { method: methodName(request), route, status, ms: performance.now() - start }
            tell({ log, watched, refusal: null, socket }, answered, writableFinished)
          })
        }
      : undefined,
    follow(app) {
      appLog = app.log
      app.decorateRequest('refusal', null)
      app.decorateRequest('watched', null)
      app.addHook('onRequest', (request, reply, done) => {
        reply.header('x-request-id', request.id)
        if (!isWatched) return done()
        request.watched = { ms: 0, calls: 0, bytesBefore: request.socket.bytesWritten }
        spend(request.watched, done)
      })
      if (!isWatched) return
      // Not every Node finds it again once a body was read.
      app.addHook('preValidation', (request, _, done) => {
        if (request.watched) spend(request.watched, done)
        else done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        const answered = answerOf(request, reply)
        if (answered.route === '/auth/v1/token') countSignIn(request)
        tell(request, answered, reply.raw.writableFinished)
        done()
      })
      app.addHook('onClose', () => metrics?.stop())
    },
  }
}

function fastifyOptions({ logLevel, trustProxy }: Config) {
  return { logger: logOptions(logLevel), genReqId: requestNamer(trustedProxies(trustProxy)) }
}

/** Whoever wants no figures pays for none: neither the time nor the 10 MB that loading them takes. */
async function startMetrics(
  config: Config,
  address: { port: number; host: string },
  db: Database,
): Promise<Metrics & { stop: () => void }> {
  const [{ openMetrics }, { serveMetrics }] = await Promise.all([
    import('./metrics.ts'),
    import('./metrics-server.ts'),
  ])
  const metrics = openMetrics(config, db)
  const server = await serveMetrics(metrics, address)
  return { ...metrics, stop: () => void server.close() }
}

function answerOf(request: FastifyRequest, reply: FastifyReply): Answered {
  return {
    ...{ method: methodName(request), route: routeName(request) },
    ...{ status: reply.statusCode, ms: reply.elapsedTime },
  }
}

function countSignIn(request: FastifyRequest): void {
  const { grant_type } = request.query as { grant_type?: unknown }
  const grant = grant_type === 'password' || grant_type === 'refresh_token' ? grant_type : 'unknown'
  signIns.add(grant, request.refusal ?? 'ok')
}

function logAnswer(
  { log, watched, refusal, socket }: Told,
  { method, route, status, ms }: Answered,
  isFinished: boolean,
): void {
  const line = {
    ...{ method, route, status, ms: round(ms) },
    ...(watched && { databaseMs: round(watched.ms), bytes: socket.bytesWritten - watched.bytesBefore }),
    ...(refusal && { refusal }),
    ...(!isFinished && { aborted: true }),
  }
  log?.[PROBES.includes(route) ? 'debug' : 'info'](line, 'Answered.')
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
