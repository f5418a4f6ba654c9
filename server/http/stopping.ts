import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as after, setImmediate as nextRound } from 'node:timers/promises'
import { redact } from '../observe/log.ts'
import { PROBES } from '../observe/probes.ts'

/** By default, container managers kill a process 10 s after they signal it to stop. */
const REQUESTS_MS = 8000
const ALL_MS = 9500

/**
 * How long an idle connection stays open for one more request. A proxy may have just sent one, and must not send it
 * to another server, because this server may have carried it out.
 */
const LINGER_MS = 1000

/**
 * A proxy that polls /ready learns from it to send requests to another server. A request for anything else shows that
 * some proxy has not learnt it yet, so the server waits until there was none for QUIET_MS, but at most DRAIN_MS: a
 * proxy that does not poll never stops sending.
 */
const QUIET_MS = 500
const DRAIN_MS = 3000

/** A round of the event loop this short had nothing to do. */
const SHORT_ROUND_MS = 0.2
const SHORT_ROUND_WAIT_MS = 500

/** On Ctrl+C, a process gets the signal twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1000

/** The parts that end, in this order. */
export interface Stoppable {
  beginStop(): void
  server: HttpServer
  closeApp(): Promise<void>
  /** Ends what must be closed in order: the database and its locks. */
  closeRest(): Promise<void>
}

/**
 * Ends the process in order on SIGTERM or SIGINT: it soon accepts no new connections, finishes the running requests and
 * closes the database, within 10 seconds. A second signal ends it at once, which loses no acknowledged commit either.
 */
export function stopOnSignals(site: Stoppable): void {
  let signalledAt: number | undefined
  const onSignal = () => {
    if (signalledAt === undefined) {
      signalledAt = Date.now()
      stop(site)
    } else if (Date.now() - signalledAt > SAME_SIGNAL_MS) process.exit(0)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

async function stop({ beginStop, server, closeApp, closeRest }: Stoppable): Promise<void> {
  beginStop()
  setTimeout(() => server.closeAllConnections(), REQUESTS_MS).unref()
  setTimeout(() => process.exit(0), ALL_MS).unref()
  try {
    await stopListening(server)
    await closeApp()
    await closeRest()
  } catch (error) {
    console.error(redact(error))
    process.exit(1)
  }
}

/** Resolves once all connections have ended, or after LINGER_MS. */
async function stopListening(server: HttpServer): Promise<void> {
  await noRequestArrives(server)
  await noConnectionWaits(server)
  // The close method of http.Server would also close idle connections.
  const ended = new Promise<unknown>((resolve) => Server.prototype.close.call(server, resolve))
  const lingered = new AbortController()
  await Promise.race([ended, after(LINGER_MS, undefined, { signal: lingered.signal }).catch(() => {})])
  lingered.abort()
}

async function noRequestArrives(server: HttpServer): Promise<void> {
  const end = performance.now() + DRAIN_MS
  let quietAt = performance.now() + QUIET_MS
  const onRequest = ({ url = '' }: IncomingMessage) => {
    if (!PROBES.includes(url)) quietAt = performance.now() + QUIET_MS
  }
  server.on('request', onRequest)
  for (let now = performance.now(); now < Math.min(quietAt, end); now = performance.now()) {
    await after(Math.min(quietAt, end) - now)
  }
  server.off('request', onRequest)
}

/**
 * Accepts the connections that wait in the system's queue: on close, the system would reset them, and the requests sent
 * over them would be lost. Each round of the event loop accepts one, so after a round without any the queue was empty.
 */
async function noConnectionWaits(server: HttpServer): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted++
  }
  server.on('connection', count)
  const end = performance.now() + SHORT_ROUND_WAIT_MS
  for (let round = performance.now(); round < end; round = performance.now()) {
    const before = accepted
    await nextRound()
    if (accepted === before && performance.now() - round < SHORT_ROUND_MS) break
  }
  server.off('connection', count)
}
