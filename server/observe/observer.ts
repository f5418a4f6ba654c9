import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { trustedProxies } from '../http/trusted-proxy.ts'
import { addDatabaseTime, type DatabaseTime, type DatabaseTimes, timedDatabase } from './database-time.ts'
import { logOptions, logsRequests } from './log.ts'
import type { Metrics, ServedRequest } from './metrics.ts'
import { PROBES } from './probes.ts'
import { methodName, routeName } from './route-name.ts'
import { signIns } from './tallies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the response, if it is an error. */
    errorCode: string | null
    /** Null if nothing is measured. */
    measured: Measured | null
  }
}

type Measured = DatabaseTime & { bytesBefore: number }

/** What is logged of a request, besides what is counted. */
type Details = Pick<FastifyRequest, 'measured' | 'errorCode' | 'socket'> & {
  log: FastifyBaseLogger | undefined
}

/** Records nothing. */
const NO_TIMES: DatabaseTimes = { observe: () => {}, inFlight: 0 }

/** Logs and counts the requests of a site. */
export interface Observer {
  /** The database, with timed calls if anything is measured. */
  db: Database
  /** Options for Fastify. */
  options: Pick<ReturnType<typeof fastifyOptions>, 'logger' | 'genReqId'>
  /**
   * Sets the id of every request on its response, and logs and counts the request. Call it before adding other hooks.
   */
  observe(app: FastifyInstance): void
  /** Logs and counts a request that the fast path serves, below the hooks; undefined if nothing is measured. */
  observeBelow:
    | ((request: IncomingMessage, response: ServerResponse, as: { id: string; route: string }) => void)
    | undefined
}

/**
 * Starts to log requests and, if METRICS_PORT is set, to serve metrics. If it does neither, nothing is measured.
 * @throws Refusal if it cannot listen on METRICS_PORT.
 */
export async function startObserver(config: Config, db: Database): Promise<Observer> {
  const metrics = config.metrics && (await startMetrics(config, config.metrics, db))
  const isLogged = logsRequests(config.logLevel)
  const isMeasured = isLogged || metrics !== undefined
  let appLog: FastifyBaseLogger | undefined

  function report(details: Details, served: ServedRequest, isFinished: boolean): void {
    metrics?.countRequest(served)
    if (isLogged) logRequest(details, served, isFinished)
  }

  const observeBelow: Observer['observeBelow'] = (request, response, { id, route }) => {
    const start = performance.now()
    const { socket } = request
    const measured = startMeasuring(socket)
    response.once('close', () => {
      const { statusCode: status, writableFinished } = response
      const log = isLogged ? appLog?.child({ reqId: id }) : undefined
      const served = { method: methodName(request), route, status, ms: performance.now() - start }
      report({ log, measured, errorCode: null, socket }, served, writableFinished)
    })
  }

  function observe(app: FastifyInstance): void {
    appLog = app.log
    app.decorateRequest('errorCode', null)
    app.decorateRequest('measured', null)
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id)
      if (!isMeasured) return done()
      request.measured = startMeasuring(request.socket)
      addDatabaseTime(request.measured, done)
    })
    if (!isMeasured) return
    // Some versions of Node lose the asynchronous context once a body has been read.
    app.addHook('preValidation', (request, _, done) => {
      if (request.measured) addDatabaseTime(request.measured, done)
      else done()
    })
    app.addHook('onResponse', (request, reply, done) => {
      const served = servedRequest(request, reply)
      if (served.route === '/auth/v1/token') countSignIn(request)
      report(request, served, reply.raw.writableFinished)
      done()
    })
    app.addHook('onClose', () => metrics?.stop())
  }

  return {
    db: isMeasured ? timedDatabase(db, metrics?.databaseTimes ?? NO_TIMES) : db,
    options: fastifyOptions(config),
    observe,
    observeBelow: isMeasured ? observeBelow : undefined,
  }
}

function startMeasuring({ bytesWritten }: FastifyRequest['socket']): Measured {
  return { ms: 0, calls: 0, bytesBefore: bytesWritten }
}

function fastifyOptions({ logLevel, trustProxy }: Config) {
  return { logger: logOptions(logLevel), genReqId: requestIdGenerator(trustedProxies(trustProxy)) }
}

/** Loads the modules for metrics only if they are wanted: they take time and 10 MB of memory. */
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

function servedRequest(request: FastifyRequest, reply: FastifyReply): ServedRequest {
  return {
    method: methodName(request),
    route: routeName(request),
    status: reply.statusCode,
    ms: reply.elapsedTime,
  }
}

function countSignIn(request: FastifyRequest): void {
  const { grant_type } = request.query as { grant_type?: unknown }
  const grant = grant_type === 'password' || grant_type === 'refresh_token' ? grant_type : 'unknown'
  signIns.add(grant, request.errorCode ?? 'ok')
}

function logRequest(
  { log, measured, errorCode, socket }: Details,
  { method, route, status, ms }: ServedRequest,
  isFinished: boolean,
): void {
  const line = {
    method,
    route,
    status,
    ms: round(ms),
    ...(measured && { databaseMs: round(measured.ms), bytes: socket.bytesWritten - measured.bytesBefore }),
    ...(errorCode && { refusal: errorCode }),
    ...(!isFinished && { aborted: true }),
  }
  log?.[PROBES.includes(route) ? 'debug' : 'info'](line, 'Answered.')
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}

/** Proxies send a UUID, or a few dozen hexadecimal digits. */
const VALID_ID = /^[0-9A-Za-z_-]{8,64}$/

/**
 * Makes a function that returns the id of a request: the one that a trusted proxy sent, or a new one. It ignores the id
 * that a visitor sends, so that nobody can write into the log, or make two requests look like one.
 */
function requestIdGenerator(
  isTrusted: (request: IncomingMessage) => boolean,
): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id']
    if (typeof given !== 'string' || !VALID_ID.test(given)) return randomUUID()
    return isTrusted(request) ? given : randomUUID()
  }
}
