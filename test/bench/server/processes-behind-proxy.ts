import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { type Person, signUp } from '../people.ts'
import { publicKey, type Running, startPeer, startProduct } from '../processes.ts'
import { CONNECTIONS, ROUNDS, requestRate } from '../rivals/rivals.ts'

const PROCESSES = [1, 2, 4]
const EDITS = 50
const SHOWN_MS = 100

/** Measures several processes on one PostgreSQL, and how soon each shows an admin's change. */
export async function measureProcesses(databaseUrl: string): Promise<Goal[]> {
  const rows: Record<string, string | number>[] = []
  const goals: Goal[] = []
  for (const count of PROCESSES) {
    const servers = await Promise.all(
      Array.from({ length: count }, () => startProduct({ DATABASE_URL: databaseUrl })),
    )
    const proxy = startPeer('proxy', { SERVERS: servers.map(({ url }) => url).join() })
    try {
      rows.push({ processes: count, ...(await ratesOf(await proxy.ask<string>({}))) })
      if (count > 1) {
        const shown = await longestUntilShown(servers, databaseUrl)
        goals.push(
          atMost(`an edit shows on all of ${count} processes, longest of ${EDITS}`, shown, SHOWN_MS, 'ms'),
        )
      }
    } finally {
      await Promise.all([...servers, proxy].map((running) => running.stop()))
    }
  }
  printTable(
    `Processes on one PostgreSQL behind a proxy, ${CONNECTIONS} connections (median of ${ROUNDS})`,
    rows,
  )
  return goals
}

/**
 * Measures a site with `connections` requests at once. @throws if a response is an error.
 */
export async function ratesOf(url: string, connections = CONNECTIONS): Promise<Record<string, number>> {
  const apikey = await publicKey(url)
  const { id, token } = await signUp(url, apikey, `bench-${Date.now().toString(36)}`)
  const film = await anyFilm(url, apikey)
  const anonymous = { apikey }
  const own = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const page = '/rest/v1/films?select=*&order=title.asc,spine.asc&limit=50'
  let turn = 0
  const ways = {
    'cached pages /s': () => requestRate(url + page, anonymous, { connections }),
    'pages, uncached /s': () => requestRate(url + page, own, { connections }),
    'ticks /s': () =>
      requestRate(
        `${url}/rest/v1/user_ownership?on_conflict=user_id,film_id`,
        { ...own, prefer: 'resolution=merge-duplicates' },
        {
          connections,
          method: 'POST',
          setupClient: (client) =>
            client.setBody(
              JSON.stringify({ user_id: id, film_id: film.id + turn, owns_dvd: turn++ % 2 === 0 }),
            ),
        },
      ),
  }
  const rates = Object.entries(ways).map(([what, measure]) => ({ what, measure, figures: [] as number[] }))
  // Alternately, so that changes of the machine's load affect all figures equally.
  for (let i = 0; i < ROUNDS; i++) for (const { measure, figures } of rates) figures.push(await measure())
  return Object.fromEntries(rates.map(({ what, figures }) => [what, round(median(figures))]))
}

interface Film {
  id: number
  title: string
}

async function anyFilm(url: string, apikey: string): Promise<Film> {
  const response = await fetch(`${url}/rest/v1/films?select=id,title&order=spine&limit=1&apikey=${apikey}`)
  const [film] = (await response.json()) as Film[]
  if (!film) throw new Error('There is no film.')
  return film
}

/** Returns the longest time in ms from the response to an edit until every process showed it. */
async function longestUntilShown(servers: Running[], databaseUrl: string): Promise<number> {
  const [{ url = '' } = {}] = servers
  const apikey = await publicKey(url)
  const admin = await newAdmin(url, apikey, databaseUrl)
  const film = await anyFilm(url, apikey)
  // The request of visitors, whose response is cached.
  const titleAt = async (server: Running) => (await anyFilm(server.url, apikey)).title
  let longest = 0
  for (let edit = 0; edit <= EDITS; edit++) {
    for (const server of servers) for (let i = 0; i < 2; i++) await titleAt(server)
    // The last edit restores the title.
    const title = edit === EDITS ? film.title : `Edited ${edit}`
    await rename(servers[edit % servers.length]?.url ?? '', apikey, admin, film.id, title)
    const start = performance.now()
    await Promise.all(
      servers.map(async (server) => {
        while ((await titleAt(server)) !== title) await after(1)
      }),
    )
    longest = Math.max(longest, performance.now() - start)
  }
  return longest
}

async function newAdmin(url: string, apikey: string, databaseUrl: string): Promise<Person> {
  const admin = await signUp(url, apikey, `bench-${randomUUID().slice(0, 12)}`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [admin.id])
  await client.end()
  return admin
}

async function rename(
  url: string,
  apikey: string,
  { token }: Person,
  id: number,
  title: string,
): Promise<void> {
  const response = await fetch(`${url}/rest/v1/films?id=eq.${id}`, {
    method: 'PATCH',
    headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}
