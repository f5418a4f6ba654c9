import pg from 'pg'

/**
 * Tells of what is notified by the connections of this process itself. PostgreSQL sends a session its own notifications
 * before it says that the commit is done, and all others some time after.
 */
export function ownCommits() {
  const followed = new Map<string, Set<(payload: string) => void>>()
  // A new one for every change, so that a glance tells whether a connection listens on all.
  let channels: readonly string[] = []
  const heardOn = new WeakMap<pg.PoolClient, readonly string[]>()

  async function listenOn(client: pg.PoolClient, isNew: boolean): Promise<pg.QueryResult> {
    const listens = channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`)
    await client.query(listens.join(';\n'))
    // A pooler in between has a number of its own for the connection.
    const session = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (!isNew) return session
    client.on('notification', ({ channel, payload = '', processId }) => {
      // The others' are heard where everything is.
      if (processId !== session.rows[0]?.pid) return
      for (const onNotify of followed.get(channel) ?? []) onNotify(payload)
    })
    return session
  }

  return {
    /** @returns how to stop. */
    follow(channel: string, onNotify: (payload: string) => void): () => void {
      followed.set(channel, (followed.get(channel) ?? new Set()).add(onNotify))
      channels = [...followed.keys()]
      return () => void followed.get(channel)?.delete(onNotify)
    },
    /** Before each use of a connection; undefined where nothing is left to do. */
    overhear(client: pg.PoolClient): Promise<pg.QueryResult> | undefined {
      const heard = heardOn.get(client)
      if (heard === channels || channels.length === 0) return undefined
      heardOn.set(client, channels)
      return listenOn(client, heard === undefined)
    },
  }
}
