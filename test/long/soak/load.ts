import { setTimeout as after } from 'node:timers/promises'
import { type Person, signIn, signUp } from '../../bench/people.ts'

/** The results of the requests so far. */
export interface Tally {
  requests: number
  refused: number
  errors: string[]
  /** The durations of the latest requests. */
  ms: number[]
}

const READERS = 24
const PEOPLE = 8
const KEPT_TIMES = 100_000
const SIGN_IN_EVERY_MS = 1000

const WORDS = ['kurosawa', 'ozu', 'bergman', 'samurai', 'the', '8½', 'nobody at all']

const READS = (turn: number): string[] => [
  `/rest/v1/films?select=*&order=spine.asc&offset=${(turn * 50) % 1250}&limit=50`,
  `/rest/v1/films?select=*&order=title.asc,spine.asc&bluray=eq.true&limit=50`,
  `/rest/v1/films?select=*&order=director.asc,spine.asc&offset=${(turn * 50) % 1250}&limit=50`,
  `/rest/v1/films?select=spine,title&search=like.*${encodeURIComponent(WORDS[turn % WORDS.length] ?? '')}*&limit=50`,
  '/rest/v1/films?select=id&limit=1',
  `/rest/v1/profiles?select=id,username&username=eq.soak_${turn % PEOPLE}`,
  `/soak_${turn % PEOPLE}`,
  '/',
  // Unique requests, so that a cache that grows with each request would show.
  `/rest/v1/films?select=spine&title=eq.${turn}-${Math.random()}`,
]

/** Loads a site fully: readers without pauses, people who tick and list, and one sign-in per second. */
export async function loadSite(
  url: string,
  apikey: string,
  tally: Tally,
): Promise<{ stop(): Promise<void> }> {
  const people: Person[] = []
  for (let number = 0; number < PEOPLE; number++) people.push(await signUp(url, apikey, `soak_${number}`))
  let isOver = false

  async function send(
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<void> {
    const start = performance.now()
    tally.requests++
    try {
      const response = await fetch(`${url}${path}`, { ...init, headers: { apikey, ...init.headers } })
      const body = await response.text()
      if (response.status === 503) tally.refused++
      else if (!response.ok)
        tally.errors.push(`${init.method ?? 'GET'} ${path}: ${response.status} ${body.slice(0, 200)}`)
    } catch (error) {
      tally.errors.push(`${path}: ${(error as Error).message}`)
    }
    tally.ms[tally.requests % KEPT_TIMES] = performance.now() - start
  }

  async function read(reader: number): Promise<void> {
    for (let turn = reader; !isOver; turn++) await send(READS(turn)[turn % 9] ?? '/')
  }

  async function track({ id, token }: Person): Promise<void> {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'resolution=merge-duplicates',
    }
    for (let turn = 0; !isOver; turn++) {
      const film_id = (turn % 1000) + 1
      const of = `user_id=eq.${id}&film_id=eq.${film_id}`
      const tick = JSON.stringify({ user_id: id, film_id, owns_dvd: turn % 2 === 0 })
      await send('/rest/v1/user_ownership?on_conflict=user_id,film_id', {
        method: 'POST',
        headers,
        body: tick,
      })
      const wish = JSON.stringify({ user_id: id, film_id })
      await send('/rest/v1/user_wishlist?on_conflict=user_id,film_id', {
        method: 'POST',
        body: wish,
        headers: { ...headers, prefer: 'resolution=ignore-duplicates' },
      })
      await send(`/rest/v1/user_wishlist?${of}`, { method: 'DELETE', headers })
      await send(`/rest/v1/user_ownership?user_id=eq.${id}&limit=1000`, { headers })
    }
  }

  async function comeAndGo(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      tally.requests++
      await signIn(url, apikey, people[turn % PEOPLE]?.email ?? '').catch((error: Error) =>
        tally.errors.push(error.message),
      )
      await after(SIGN_IN_EVERY_MS)
    }
  }

  const running = [
    ...Array.from({ length: READERS }, (_, reader) => read(reader)),
    ...people.map(track),
    comeAndGo(),
  ]
  return {
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}
