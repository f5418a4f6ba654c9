import pg from 'pg'
import type { Database, Follower } from '../database.ts'
import { ownCommits } from './own-commits.ts'

const RETRY_MS = 1000

/** After so long without a word over a connection the system asks whether the other side is still there. */
export const KEEP_ALIVE_MS = 10_000

/**
 * Whoever has the line forgotten, as a firewall does, tells neither side. What is said over it so often shows that within
 * the two times together.
 */
const HEARTBEAT_MS = 1000
const HEARTBEAT_ANSWER_MS = 2000

interface Listener extends Pick<Database, 'listen' | 'follow' | 'onOutage' | 'close'> {
  /** Has the followers hear of what a connection commits before it says so; before each use of the connection. */
  overhear: ReturnType<typeof ownCommits>['overhear']
}

/** One connection that listens, opened at the first listener and opened again whenever it is lost. */
export function postgresListener(url: string): Listener {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const followers = new Set<Follower>()
  const own = ownCommits()
  let opened: Promise<void> | undefined
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let tell: (sentence: string) => void = () => {}

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      // Whoever begins to listen waits for no other.
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const onNotify of listeners.get(channel) ?? []) onNotify(payload)
    })
    // Its end follows.
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
      tell('The connection to PostgreSQL is lost; it is made again.')
      retryLater()
    }
  }

  function retryLater(): void {
    retry = setTimeout(() => {
      connect().then(announceGap, retryLater)
    }, RETRY_MS)
    retry.unref()
  }

  /** What was notified while the connection was lost is gone: every listener is told something happened. */
  function announceGap(): void {
    tell('PostgreSQL is there again.')
    for (const channelListeners of listeners.values()) {
      for (const onNotify of channelListeners) onNotify('')
    }
  }

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    opened ??= connect()
    await opened
    const channelListeners = listeners.get(channel) ?? new Set()
    listeners.set(channel, channelListeners.add(onNotify))
    // While the connection is lost there is none; the next one listens on every channel.
    if (client && channelListeners.size === 1) await listenOn(client, channel)
    return async () => {
      channelListeners.delete(onNotify)
      if (channelListeners.size > 0) return
      listeners.delete(channel)
      // A connection that is lost listens to nothing.
      await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {})
    }
  }

  return {
    listen,
    async follow(channel, follower) {
      const onNotify = (payload: string) => follower.onNotify(payload)
      const forget = own.follow(channel, onNotify)
      followers.add(follower)
      const stop = await listen(channel, onNotify)
      if (!client) follower.onLost()
      return async () => {
        followers.delete(follower)
        forget()
        await stop()
      }
    },
    overhear: own.overhear,
    onOutage(listener) {
      tell = listener
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

/** Asks over and over for an answer. @param onSilence when there was none. @returns how to stop. */
function startHeartbeat(client: pg.Client, onSilence: () => void): () => void {
  let isAsking = false
  const timer = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    const silence = setTimeout(() => {
      onSilence()
      client.end().catch(() => {})
    }, HEARTBEAT_ANSWER_MS)
    await client.query('select').catch(() => {})
    clearTimeout(silence)
    isAsking = false
  }, HEARTBEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}
