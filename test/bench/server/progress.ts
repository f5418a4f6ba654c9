import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { signUp } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import { settingsOf, type Where } from '../rivals/rivals.ts'

const ROUNDS = 31
const BLOCK = 1000
const MAX_MS = 25

/** Measures the one request of the progress page of a person who owns every film, and the page. */
export async function measureProgress(where: Where): Promise<Goal[]> {
  const { url, stop } = await startProduct(settingsOf(where))
  try {
    const apikey = await publicKey(url)
    const username = `wall-${Date.now().toString(36)}`
    const { token } = await signUp(url, apikey, username)
    const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const owned = await ownAll(url, headers)
    const own = await medianOf(`${url}/rest/v1/rpc/profile_progress?of_username=${username}`, { headers })
    const page = await medianOf(`${url}/${username}/progress`, {})
    printTable(`The progress of a person who owns ${owned} films (${where.engine}, median of ${ROUNDS})`, [
      {
        what: 'all its numbers in one request',
        ms: round(own.ms),
        'KB, uncompressed': round(own.bytes / 1000),
      },
      { what: 'the page again', ms: round(page.ms), 'KB, uncompressed': round(page.bytes / 1000) },
    ])
    return [
      atMost(
        `${where.engine}: the numbers of a person’s progress, ${owned} films owned`,
        own.ms,
        MAX_MS,
        'ms',
      ),
    ]
  } finally {
    await stop()
  }
}

async function ownAll(url: string, headers: Record<string, string>): Promise<number> {
  let owned = 0
  for (;;) {
    const films = await fetch(`${url}/rest/v1/films?select=id&order=id&offset=${owned}&limit=${BLOCK}`, {
      headers,
    })
    const ticks = ((await films.json()) as { id: number }[]).map(({ id }) => ({
      film_id: id,
      owns_dvd: true,
    }))
    if (ticks.length === 0) return owned
    const response = await fetch(`${url}/rest/v1/user_ownership`, {
      method: 'POST',
      headers,
      body: JSON.stringify(ticks),
    })
    if (!response.ok) throw new Error(await response.text())
    owned += ticks.length
  }
}

async function medianOf(address: string, init: RequestInit): Promise<{ ms: number; bytes: number }> {
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const response = await fetch(address, init)
    bytes = (await response.arrayBuffer()).byteLength
    times.push(performance.now() - start)
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
  }
  return { ms: median(times), bytes }
}
