import { setTimeout as after } from 'node:timers/promises'
import { PASSWORD } from './people/account-client.ts'

/** The result of one request. */
export interface Outcome {
  what: string
  /** 0 if the connection broke. */
  status: number
  retryAfter: string | null
  ms: number
  reason: string
}

export interface Traffic {
  readonly outcomes: readonly Outcome[]
  /** Resolves after this number of further successful requests. */
  served(more: number): Promise<void>
  /** Stops the traffic. Returns the acknowledged wishlist, and the films whose last write got no response. */
  stop(): Promise<{ onWishlist: Set<number>; inDoubt: Set<number> }>
}

const READERS = 4
const WRITERS = 4
const READS = [
  '/rest/v1/films?select=*&order=spine&limit=50',
  '/rest/v1/films?select=id&search=ilike.*kuro*',
  '/rest/v1/profiles?select=id&username=eq.nobody',
]

/**
 * Starts continuous reads by visitors, and writes by a new person: each writer adds films to the wishlist and removes
 * them again, one request after the other, and continues after failures.
 */
export async function startTraffic(url: string, username: string): Promise<Traffic> {
  const headers = await signUp(url, username)
  const listed = await fetch(`${url}/rest/v1/films?select=id&order=id&limit=${WRITERS * 20}`, { headers })
  const films = ((await listed.json()) as { id: number }[]).map(({ id }) => id)
  const { user_id } = headers
  const outcomes: Outcome[] = []
  const onWishlist = new Set<number>()
  const inDoubt = new Set<number>()
  let waiting: { until: number; resolve: () => void }[] = []
  let served = 0
  let isOver = false

  async function send(what: string, method: string, path: string, body?: object): Promise<Outcome> {
    const start = performance.now()
    const result = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json', prefer: 'resolution=ignore-duplicates' },
      ...(body && { body: JSON.stringify(body) }),
    })
      .then(async (response) => ({
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        reason: (await response.text()).slice(0, 200),
      }))
      .catch((error: Error) => ({ status: 0, retryAfter: null, reason: `${error.message} ${error.cause}` }))
    const outcome = { what, ms: performance.now() - start, ...result }
    outcomes.push(outcome)
    if (isSuccess(outcome)) {
      served++
      for (const { until, resolve } of waiting) if (served >= until) resolve()
      waiting = waiting.filter(({ until }) => served < until)
    } else await after(20)
    return outcome
  }

  async function read(): Promise<void> {
    for (let turn = 0; !isOver; turn++) await send('read', 'GET', READS[turn % READS.length] ?? '')
  }

  async function write(own: number[]): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const film_id = own[turn % own.length] ?? 0
      const isOn = onWishlist.has(film_id)
      const where = `/rest/v1/user_wishlist`
      const outcome = isOn
        ? await send('write', 'DELETE', `${where}?user_id=eq.${user_id}&film_id=eq.${film_id}`)
        : await send('write', 'POST', where, { user_id, film_id })
      if (!isSuccess(outcome)) inDoubt.add(film_id)
      else {
        inDoubt.delete(film_id)
        if (isOn) onWishlist.delete(film_id)
        else onWishlist.add(film_id)
      }
    }
  }

  const running = [
    ...Array.from({ length: READERS }, read),
    ...Array.from({ length: WRITERS }, (_, writer) => write(films.slice(writer * 20, writer * 20 + 20))),
  ]
  return {
    outcomes,
    served: (more) => new Promise((resolve) => waiting.push({ until: served + more, resolve })),
    async stop() {
      isOver = true
      await Promise.all(running)
      return { onWishlist, inDoubt }
    },
  }
}

export function isSuccess({ status }: Outcome): boolean {
  return status >= 200 && status < 300
}

async function signUp(url: string, username: string): Promise<Record<string, string>> {
  const config = await fetch(`${url}/config.json`)
  const { supabaseKey: apikey } = (await config.json()) as { supabaseKey: string }
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${username}@example.org`, password: PASSWORD, data: { username } }),
  })
  const { access_token, user } = (await response.json()) as { access_token: string; user: { id: string } }
  return { apikey, authorization: `Bearer ${access_token}`, user_id: user.id }
}
