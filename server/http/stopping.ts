import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as after, setImmediate as nextRound } from 'node:timers/promises'
import { sayable } from '../observe/log.ts'
import { PROBES } from '../observe/probes.ts'

/** What supervises a process kills it 10 s after telling it to stop, a container's manager by default. */
const REQUESTS_MS = 8000
const ALL_MS = 9500

/**
 * How long a connection without a request may still bring one. A proxy may have just sent it, and could not send it
 * again elsewhere: a request that it sent may have been done.
 */
const LINGER_MS = 1000

/**
 * A proxy that asks /ready hears by then that it has to send requests elsewhere: a request for anything else says that
 * some proxy has not heard yet. One that never asks goes on sending, and is made to notice.
 */
const QUIET_MS = 500
const DRAIN_MS = 3000

/** A round of the event loop as short as this had nothing else to do. */
const SHORT_ROUND_MS = 0.2
const SHORT_ROUND_WAIT_MS = 500

/** Ctrl+C reaches a process from its terminal and from the npm that started it. */
const SAME_SIGNAL_MS = 1000

/** What has to end, in this order. */
export interface Stoppable {
  beginStop(): void
  server: HttpServer
  closeApp(): Promise<void>
  /** What others wait for and nobody may lose: the database, its locks. */
  closeRest(): Promise<void>
}

/**
 * Ends the process in order at SIGTERM or SIGINT: it takes no new connection, answers what it was asked, and closes the
 * database, all within 10 seconds. A second signal ends it at once; that loses nothing that was acknowledged, either.
 */
export function stopOnSignals(site: Stoppable): void {
  let toldAt: number | undefined
  const told = () => {
    if (toldAt === undefined) {
      toldAt = Date.now()
      stop(site)
    } else if (Date.now() - toldAt > SAME_SIGNAL_MS) process.exit(0)
  }
  process.on('SIGINT', told)
  process.on('SIGTERM', told)
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
    console.error(sayable(error))
    process.exit(1)
  }
}

/** Resolves once all connections have ended, or those that are open had their time to. */
async function stopListening(server: HttpServer): Promise<void> {
  await nobodySends(server)
  await noConnectionWaits(server)
  // The method of http.Server would close idle connections in the same stroke.
  const ended = new Promise<unknown>((resolve) => Server.prototype.close.call(server, resolve))
  const lingered = new AbortController()
  await Promise.race([ended, after(LINGER_MS, undefined, { signal: lingered.signal }).catch(() => {})])
  lingered.abort()
}

async function nobodySends(server: HttpServer): Promise<void> {
  const end = performance.now() + DRAIN_MS
  let quietAt = performance.now() + QUIET_MS
  const put = ({ url = '' }: IncomingMessage) => {
    if (!PROBES.includes(url)) quietAt = performance.now() + QUIET_MS
  }
  server.on('request', put)
  for (let now = performance.now(); now < Math.min(quietAt, end); now = performance.now()) {
    await after(Math.min(quietAt, end) - now)
  }
  server.off('request', put)
}

/**
 * The system resets the connections it has made and nobody has accepted yet, with whatever was sent over them. Each
 * round of the event loop accepts one: after a round without any, none waited when it began.
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
