import pg from 'pg'
import { addressesOf } from './addresses.ts'

type Connected = (error: Error | null, client?: pg.Client) => void

/**
 * Makes the class of clients for an address. If it names several servers, a client connects to the one that accepts writes:
 * each attempt tries the server that was reached last, and a failure leads the next attempt to the next server. The event
 * `error` needs no other listener.
 */
export function clientClass(url: string): new (config?: pg.ClientConfig) => pg.Client {
  const addresses = addressesOf(url)
  let current = 0
  return class extends pg.Client {
    readonly #place = current
    #lost: Error | undefined

    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: addresses[current] })
      // Without a listener, the loss of the connection would end the process. It can be lost as soon as it is open, before
      // the caller can listen.
      this.on('error', (error) => {
        this.#lost = error
      })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = this.#connect()
      if (!callback) return connected
      connected.then((client) => callback(null, client), callback)
      return undefined
    }

    async #connect(): Promise<pg.Client> {
      try {
        const client = await super.connect()
        if (this.#lost) throw this.#lost
        if (addresses.length > 1) await requireWrites(client)
        return client
      } catch (error) {
        // Of several attempts that fail at once, the first one moves on.
        if (current === this.#place) current = (current + 1) % addresses.length
        throw error
      }
    }
  }
}

/** Repeats an attempt to connect until it succeeds, at most once for each server of the address. */
export async function onAnyServer<T>(url: string, attempt: () => Promise<T>): Promise<T> {
  for (let left = addressesOf(url).length - 1; left > 0; left--) {
    try {
      return await attempt()
    } catch {
      // The next attempt tries the next server.
    }
  }
  return attempt()
}

async function requireWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (!rows[0]?.standby) return
  await client.end()
  throw new Error('the server is a standby')
}
