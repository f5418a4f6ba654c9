import pg from 'pg'

/**
 * Receives the notifications that this process's own connections send. PostgreSQL sends a session its own notifications
 * before it acknowledges the commit, and those of other sessions some time later.
 */
export function ownNotifications() {
  const followed = new Map<string, Set<(payload: string) => void>>()
  // A new array after each change, so that comparing identities shows whether a connection listens on all channels.
  let channels: readonly string[] = []
  const listening = new WeakMap<pg.PoolClient, readonly string[]>()

  async function listenOn(client: pg.PoolClient, isNew: boolean): Promise<pg.QueryResult> {
    const listens = channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`)
    await client.query(listens.join(';\n'))
    // Behind a pooler, the process id that the driver knows is not the server's.
    const session = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (!isNew) return session
    client.on('notification', ({ channel, payload = '', processId }) => {
      // The listener receives the notifications of other sessions.
      if (processId !== session.rows[0]?.pid) return
      for (const onNotify of followed.get(channel) ?? []) onNotify(payload)
    })
    return session
  }

  return {
    /** @returns a function that stops it. */
    follow(channel: string, onNotify: (payload: string) => void): () => void {
      followed.set(channel, (followed.get(channel) ?? new Set()).add(onNotify))
      channels = [...followed.keys()]
      return () => void followed.get(channel)?.delete(onNotify)
    },
    /** To be called before each use of a connection; returns undefined if it already listens on all channels. */
    listenOnUse(client: pg.PoolClient): Promise<pg.QueryResult> | undefined {
      const current = listening.get(client)
      if (current === channels || channels.length === 0) return undefined
      listening.set(client, channels)
      return listenOn(client, current === undefined)
    },
  }
}
