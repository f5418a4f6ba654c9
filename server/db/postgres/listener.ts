import pg from 'pg'
import type { Database, Follower } from '../database.ts'
import { ownNotifications } from './own-notifications.ts'

const RETRY_MS = 1000

/** After this idle time the operating system probes whether the other side of a connection still exists. */
export const KEEP_ALIVE_MS = 10_000

/**
 * A firewall may drop an idle connection without notice to either side. The heartbeat detects that within the sum of
 * the two times.
 */
const HEARTBEAT_MS = 1000
const HEARTBEAT_TIMEOUT_MS = 2000

interface Listener extends Pick<Database, 'listen' | 'follow' | 'onOutage' | 'close'> {
  /** See {@link ownNotifications}. */
  listenOnUse: ReturnType<typeof ownNotifications>['listenOnUse']
}

/** Listens on one connection, which is opened for the first listener and opened again after a loss. */
export function postgresListener(url: string): Listener {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const followers = new Set<Follower>()
  const own = ownNotifications()
  let opened: Promise<void> | undefined
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let report: (sentence: string) => void = () => {}

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      // Several `listen` statements do not wait for each other.
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const onNotify of listeners.get(channel) ?? []) onNotify(payload)
    })
    // The event `end` follows.
    fresh.on('error', () => {})
    try {
      await fresh.connect()
      for (const channel of listeners.keys()) await listenOn(fresh, channel)
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    if (closed) return fresh.end()
    client = fresh
    const stopHeartbeat = startHeartbeat(fresh, lose)
    fresh.on('end', lose)

    function lose(): void {
      stopHeartbeat()
      if (client !== fresh) return
      client = undefined
      if (closed) return
      for (const follower of followers) follower.onLost()
      report('The connection to PostgreSQL is lost; it is being opened again.')
      retryLater()
    }
  }

  function retryLater(): void {
    retry = setTimeout(() => {
      connect().then(notifyAll, retryLater)
    }, RETRY_MS)
    retry.unref()
  }

  /** Notifications during the outage are lost, so every listener gets an empty one. */
  function notifyAll(): void {
    report('The connection to PostgreSQL is open again.')
    for (const channelListeners of listeners.values()) {
      for (const onNotify of channelListeners) onNotify('')
    }
  }

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    opened ??= connect()
    await opened
    const channelListeners = listeners.get(channel) ?? new Set()
    listeners.set(channel, channelListeners.add(onNotify))
    // During an outage there is no client; the next one listens on every channel.
    if (client && channelListeners.size === 1) await listenOn(client, channel)
    return async () => {
      channelListeners.delete(onNotify)
      if (channelListeners.size > 0) return
      listeners.delete(channel)
      // A lost connection listens to nothing.
      await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {})
    }
  }

  return {
    listen,
    async follow(channel, follower) {
      const onNotify = (payload: string) => follower.onNotify(payload)
      const stopOwn = own.follow(channel, onNotify)
      followers.add(follower)
      const stop = await listen(channel, onNotify)
      if (!client) follower.onLost()
      return async () => {
        followers.delete(follower)
        stopOwn()
        await stop()
      }
    },
    listenOnUse: own.listenOnUse,
    onOutage(listener) {
      report = listener
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

/** Sends a query regularly. @param onSilence called if there is no reply. @returns a function that stops it. */
function startHeartbeat(client: pg.Client, onSilence: () => void): () => void {
  let isWaiting = false
  const timer = setInterval(async () => {
    if (isWaiting) return
    isWaiting = true
    const silence = setTimeout(() => {
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
