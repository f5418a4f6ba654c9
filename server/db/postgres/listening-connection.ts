import { setImmediate as nextRound } from 'node:timers/promises'
import pg from 'pg'
import type { Subscriptions } from '../subscriptions.ts'
import { clientClass, onAnyServer } from './primary.ts'

const RETRY_MS = 1000

/** After this idle time the operating system probes whether the other side of a connection still exists. */
export const KEEP_ALIVE_MS = 10_000

/**
 * A firewall may drop an idle connection without notice to either side. The heartbeat detects that within the sum of
 * the two times.
 */
const HEARTBEAT_MS = 1000
const HEARTBEAT_TIMEOUT_MS = 2000

/** A connection that listens on all subscribed channels and is opened again after a loss. */
export interface ListeningConnection {
  readonly isConnected: boolean
  /** Opens the connection at the first call. */
  open(): Promise<void>
  /** Does nothing during an outage: the next connection listens on all channels. */
  listen(channel: string): Promise<void>
  unlisten(channel: string): Promise<void>
  /**
   * Resolves when the notifications of each commit that is acknowledged by now have been delivered, or the connection is
   * lost. PostgreSQL signals the listening sessions before it acknowledges a commit, and sends them their notifications
   * before the end of their next query.
   */
  delivered(): Promise<void>
  close(): Promise<void>
}

export function listeningConnection(url: string, subscriptions: Subscriptions): ListeningConnection {
  const Client = clientClass(url)
  let opened: Promise<void> | undefined
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const fresh = new Client(OPTIONS)
    fresh.on('notification', ({ channel, payload = '' }) => subscriptions.notify(channel, payload))
    try {
      await fresh.connect()
      for (const channel of subscriptions.channels()) await listenOn(fresh, channel)
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    if (isClosed) return fresh.end()
    client = fresh
    const stopHeartbeat = startHeartbeat(fresh, lose)
    fresh.on('end', lose)

    function lose(): void {
      stopHeartbeat()
      if (client !== fresh) return
      client = undefined
      if (isClosed) return
      subscriptions.lose()
      subscriptions.report('The connection to PostgreSQL is lost; it is being opened again.')
      reconnectLater()
    }
  }

  function reconnectLater(): void {
    retry = setTimeout(() => {
      connect().then(() => {
        subscriptions.report('The connection to PostgreSQL is open again.')
        subscriptions.notifyAll()
      }, reconnectLater)
    }, RETRY_MS)
    retry.unref()
  }

  return {
    get isConnected() {
      return client !== undefined
    },
    open() {
      opened ??= onAnyServer(url, connect)
      return opened
    },
    async listen(channel) {
      if (client) await listenOn(client, channel)
    },
    async unlisten(channel) {
      // A lost connection listens to nothing.
      await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {})
    },
    async delivered() {
      await client?.query('select').catch(() => {})
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

const OPTIONS: pg.ClientConfig = {
  connectionTimeoutMillis: 5000,
  query_timeout: 5000,
  // Several `listen` statements do not wait for each other.
  pipeline: true,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
}

/** Sends a query regularly. @param onSilence called if there is no reply. @returns a function that stops it. */
function startHeartbeat(client: pg.Client, onSilence: () => void): () => void {
  let isWaiting = false
  const timer = setInterval(async () => {
    if (isWaiting) return
    isWaiting = true
    const silence = setTimeout(async () => {
      // After the process itself was busy for that long, the reply may be there and not have been read.
      await nextRound()
      if (!isWaiting) return
      onSilence()
      client.end().catch(() => {})
    }, HEARTBEAT_TIMEOUT_MS)
    await client.query('select').catch(() => {})
    clearTimeout(silence)
    isWaiting = false
  }, HEARTBEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}
