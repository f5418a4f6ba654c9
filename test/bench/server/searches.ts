import { readCatalogueFile } from '../../../server/admin/catalogue/catalogue-files.ts'
import { readSchema } from '../../../server/rest/schema/schema-cache.ts'
import { atLeast, atMost, type Goal, median, printTable, round } from '../../support/report.ts'
import { publicKey, startPeer, startProduct } from '../processes.ts'
import {
  CONNECTIONS,
  ROUNDS,
  requestRate,
  settingsOf,
  startBareEngine,
  WARM_UPS,
  type Where,
} from '../rivals/rivals.ts'
import { rateOfQueries, shuffled, statementOf } from '../rivals/unrepeated-reads.ts'
import { COLUMNS, headersOf } from './reads.ts'

/**
 * Compares unique searches with the engine behind a bare route, the engine alone, and Supabase Lite with the same films,
 * which has no search index.
 */
export async function measureSearches(where: Where): Promise<Goal[]> {
  const [engine, schema] = await startBareEngine(where, readSchema)
  const product = await startProduct(settingsOf(where))
  const headers = { apikey: await publicKey(product.url) }
  const words = wordsIn(
    (await readCatalogueFile('catalogue/films.csv')).films.map(({ title }) => String(title)),
  )
  const one = await fetch(`${product.url}/rest/v1/films?${searchFor('x')}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  const statementsOf = (queries: string[]) =>
    queries.map((query) => statementOf({ resource: FILMS, query }, schema))
  const lite = where.engine === 'pglite' ? await startLites(product.url, headers) : []
  const rivals: { name: string; rate: (queries: string[]) => Promise<number>; stop: () => Promise<void> }[] =
    [
      {
        name: 'product',
        rate: (queries) => rateOfQueries(product.url, FILMS, queries, headers),
        stop: product.stop,
      },
      {
        name: BEHIND_ROUTE,
        rate: async (queries) =>
          requestRate(await engine.behindRoute(statementsOf(queries), headersOf(one)), headers),
        stop: async () => {},
      },
      {
        name: ALONE,
        rate: (queries) => engine.rate(statementsOf(queries)),
        stop: engine.stop,
      },
      ...lite,
    ]
  const rounds = WARM_UPS + ROUNDS
  const aRound = Math.floor(words.length / rounds)
  const rates = new Map(rivals.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    const queries = words.slice(round * aRound, (round + 1) * aRound).map(searchFor)
    for (const { name, rate } of rivals) rates.get(name)?.push(await rate(queries))
  }
  const asked = words.slice(0, 260)
  const bySpine = await latenciesOf(
    `${product.url}/rest/v1/films?`,
    asked.map((word) => searchFor(`${word}*`)),
    headers,
  )
  const byMatch = await latenciesOf(
    `${product.url}/rest/v1/rpc/ranked_films?`,
    asked.map((word) => bestMatchFor(`${word}*`)),
    headers,
  )
  await Promise.all(rivals.map(({ stop }) => stop()))

  const of = (name: string) => median(rates.get(name)?.slice(WARM_UPS) ?? [])
  printTable(
    `Unrepeated searches, ${CONNECTIONS} connections (${where.engine}, median of ${ROUNDS})`,
    rivals.map(({ name }) => ({
      who: name,
      '/s': round(of(name)),
      'product to it': (of('product') / of(name)).toFixed(2),
    })),
  )
  const goal = (name: string, limit: number) =>
    atLeast(`${where.engine}: an unrepeated search, of ${name}`, of('product') / of(name), limit)
  return [
    goal(ALONE, 0.8),
    goal(BEHIND_ROUTE, 0.8),
    ...(lite.length > 0 ? [goal(LITE_ON_PGLITE, 5), goal(LITE_ON_SQLITE, 1)] : []),
    atMost(`${where.engine}: an unrepeated search alone, by spine, median`, median(bySpine), 10, 'ms'),
    atMost(`${where.engine}: the same by best match`, median(byMatch), 10, 'ms'),
  ]
}

const FILMS = { kind: 'relation', name: 'films' } as const

const ALONE = 'the bare engine alone, without HTTP'
const BEHIND_ROUTE = 'the bare engine behind a bare route'
const LITE_ON_PGLITE = 'Supabase Lite on PGlite'
const LITE_ON_SQLITE = 'Supabase Lite on SQLite'

async function startLites(url: string, headers: Record<string, string>) {
  const pages = [0, 1000].map(
    (offset) => `${url}/rest/v1/films?select=${COLUMNS},search&order=id&offset=${offset}`,
  )
  const films = await Promise.all(pages.map(async (page) => (await fetch(page, { headers })).json()))
  return Promise.all(
    [
      { name: LITE_ON_PGLITE, env: { ENGINE: 'pglite' } },
      { name: LITE_ON_SQLITE, env: { ENGINE: 'sqlite' } },
    ].map(async ({ name, env }) => {
      const peer = startPeer('supabase-lite', env)
      const url = await peer.ask<string>(films.flat())
      return { name, rate: (queries: string[]) => rateOfQueries(url, FILMS, queries, {}), stop: peer.stop }
    }),
  )
}

const searchFor = (word: string) =>
  `select=${COLUMNS}&search=ilike.*${encodeURIComponent(word)}*&order=spine.asc&offset=0&limit=50`

/** The search of the page if no sort is chosen. */
const bestMatchFor = (word: string) =>
  `phrase=${encodeURIComponent(word)}&select=${COLUMNS},match_rank&search=ilike.*${encodeURIComponent(word)}*&order=match_rank.asc&limit=50`

/** Returns unique parts of titles, as people may type them, in a shuffled order. */
function wordsIn(titles: string[]): string[] {
  const plain = titles.map((title) => title.toLowerCase().replace(/[^a-z ]/g, ''))
  const words = plain.flatMap((title) =>
    Array.from(title, (_, start) =>
      [3, 4, 5, 6, 7, 8].map((length) => title.slice(start, start + length)),
    ).flat(),
  )
  return shuffled([...new Set(words.filter((word) => word.trim().length >= 3))])
}

/** Sends one request after the other and returns their durations in ms. */
async function latenciesOf(
  url: string,
  queries: string[],
  headers: Record<string, string>,
): Promise<number[]> {
  const latencies: number[] = []
  for (const query of queries) {
    const start = performance.now()
    const response = await fetch(url + query, {
      headers: { ...headers, prefer: 'count=exact' },
    })
    await response.arrayBuffer()
    latencies.push(performance.now() - start)
  }
  return latencies
}
