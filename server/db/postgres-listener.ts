import pg from 'pg'
import type { Database } from './database.ts'

const RETRY_MS = 1000

/** After so long without a word over a connection the system asks whether the other side is still there. */
export const KEEP_ALIVE_MS = 10_000

/** One connection that listens, opened at the first listener and opened again whenever it is lost. */
export function postgresListener(url: string): Pick<Database, 'listen' | 'onOutage' | 'close'> {
  const listeners = new Map<string, Set<(payload: string) => void>>()
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
    fresh.on('end', () => {
      client = undefined
      if (closed) return
      tell('The connection to PostgreSQL is lost; it is made again.')
      retryLater()
    })
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

  return {
    async listen(channel: string, onNotify: (payload: string) => void) {
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
    },
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

async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}
