import { atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { signUpCollector } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import type { Embedded } from '../server/start.ts'
import { inLoadedSite } from './growth.ts'

const ROUNDS = 15
const OF_CATALOGUE = [
  {},
  { available: ['bluray'], inPrint: true },
  { from: 1950, to: 1969, countries: ['Japan'] },
  { directors: ['Akira Kurosawa'], times: [{ from: 90, to: 119 }] },
]
const OF_PERSON = [...OF_CATALOGUE, { mine: ['unwatched'] }, { mine: ['owned'], list: 'owned' }]

/** The most milliseconds of one request with the counts of all filters. */
const SIZES = [
  { films: 1299, mostMs: 15 },
  { films: 130_000, mostMs: 60 },
]

interface Asked {
  url: string
  headers: Record<string, string>
  personId: string
}

/** Measures the counts beside the options of all filters on the embedded database. */
export async function measureCatalogueCounts({ dataDir }: Embedded): Promise<Goal[]> {
  const product = await startProduct({ DATA_DIR: dataDir })
  try {
    const apikey = await publicKey(product.url)
    const { id, token } = await signUpCollector(product.url, apikey)
    const headers = { apikey, authorization: `Bearer ${token}` }
    return await measureCounts('pglite, 1,299 films', { url: product.url, headers, personId: id }, 15)
  } finally {
    await product.stop()
  }
}

/** Measures them on PostgreSQL, also with a hundred times as many films. */
export async function measureLargeCounts(databaseUrl: string): Promise<Goal[]> {
  const goals: Goal[] = []
  for (const { films, mostMs } of SIZES) {
    goals.push(
      ...(await inLoadedSite(databaseUrl, { films, accounts: 100, owned: 300 }, async (site) => {
        const { data } = await site.person.auth.getSession()
        const headers = { apikey: site.key, authorization: `Bearer ${data.session?.access_token}` }
        const name = `postgres, ${films.toLocaleString('en')} films`
        return await measureCounts(name, { url: site.url, headers, personId: site.personId }, mostMs)
      })),
    )
  }
  return goals
}

async function measureCounts(
  name: string,
  { url, headers, personId }: Asked,
  mostMs: number,
): Promise<Goal[]> {
  const rpc = (path: string, filters: object) =>
    `${url}/rest/v1/rpc/${path}filters=${encodeURIComponent(JSON.stringify(filters))}`
  const visitor = { apikey: headers.apikey ?? '' }
  const kept = await slowest(OF_CATALOGUE, (filters) => [rpc('film_counts?', filters), visitor])
  // A member that is not understood makes another address.
  const anew = await slowest(OF_CATALOGUE, (filters, turn) => [
    rpc('film_counts?', { ...filters, turn }),
    visitor,
  ])
  const person = await slowest(OF_PERSON, (filters) => [
    rpc(`profile_film_counts?of_user=${personId}&`, filters),
    headers,
  ])
  printTable(`The counts of all filters in one request (${name}, medians, the slowest of some filters)`, [
    { whose: 'the catalogue’s, as the server keeps them until a film changes', ms: round(kept) },
    { whose: 'the catalogue’s, counted anew', ms: round(anew) },
    { whose: 'a person’s', ms: round(person) },
  ])
  return [
    atMost(`${name}: the counts of all filters`, kept, mostMs, 'ms'),
    atMost(`${name}: the counts of a person’s films`, person, mostMs, 'ms'),
  ]
}

/** Returns the greatest of the median times of requests with these filters. */
async function slowest(
  all: readonly object[],
  request: (filters: object, turn: number) => [url: string, headers: Record<string, string>],
): Promise<number> {
  let most = 0
  for (const filters of all) {
    const times: number[] = []
    for (let turn = 0; turn < ROUNDS; turn++) {
      const [url, headers] = request(filters, turn)
      const start = performance.now()
      const response = await fetch(url, { headers })
      await response.arrayBuffer()
      times.push(performance.now() - start)
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
    }
    most = Math.max(most, median(times))
  }
  return most
}
