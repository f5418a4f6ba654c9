import type { Statement } from '../server/db/database.ts'
import { parseRead } from '../server/rest/parse.ts'
import { planRead } from '../server/rest/plan.ts'
import type { Schema } from '../server/rest/schema.ts'
import { readSchema } from '../server/rest/schema-cache.ts'
import { toSql } from '../server/rest/sql.ts'
import { publicKey, startPeer, startProduct } from './processes.ts'
import { atLeast, atMost, type Goal, median, printTable, round } from './report.ts'
import { CONNECTIONS, ROUNDS, requestRate, settingsOf, startBareEngine, type Where } from './rivals.ts'

const COLUMNS =
  'id,spine,title,director,year,laserdisc,dvd,bluray,bluray_4k,product_url,box_art_url,imdb_link,letterboxd_link,wikipedia_link,bluray_com_link,amazon_link,ebay_link'
const page = (rest: string) => `select=${COLUMNS}&${rest}&offset=0&limit=50`

interface Read {
  name: string
  query: string
  headers?: Record<string, string>
}

/** What the home page asks for. */
const READS: Read[] = [
  { name: '50 by spine', query: page('order=spine.asc') },
  ...['title', 'year', 'director', 'country'].map((sort): Read => {
    return { name: `50 by ${sort}`, query: page(`order=${sort}.asc,spine.asc`) }
  }),
  { name: '50 in 4K by title', query: page('bluray_4k=eq.true&order=title.asc,spine.asc') },
  { name: 'a search', query: page('search=like.*kurosawa*&order=spine.asc') },
  { name: 'a count', query: 'select=id&dvd=eq.true&limit=1', headers: { prefer: 'count=exact' } },
]

export async function measureReads(where: Where): Promise<Goal[]> {
  const [engine, schema] = await startBareEngine(where, readSchema)
  const product = await startProduct(settingsOf(where))
  const route = startPeer('./bare-route.ts', {})
  const headers = { apikey: await publicKey(product.url) }
  const goals: Goal[] = []
  const rows: Record<string, string | number>[] = []

  for (const read of READS) {
    const sent = { ...headers, ...read.headers }
    const address = `${product.url}/rest/v1/films?${read.query}`
    const bytes = await (await fetch(address, { headers: sent })).text()
    const bare = await route.ask<string>(bytes)
    const rates = { product: [] as number[], engine: [] as number[], route: [] as number[] }
    // In turn, so that the machine's moods fall on all alike.
    for (let round = 0; round < ROUNDS; round++) {
      rates.engine.push(await engine.rate([statementOf(read, schema)]))
      rates.product.push(await requestRate(address, sent))
      rates.route.push(await requestRate(bare, {}))
    }
    const ratio = median(rates.product) / median(rates.engine)
    rows.push({
      read: read.name,
      bytes: bytes.length,
      'product /s': round(median(rates.product)),
      'bare engine /s': round(median(rates.engine)),
      'of engine': ratio.toFixed(2),
      'bare route /s': round(median(rates.route)),
      'of route': (median(rates.product) / median(rates.route)).toFixed(3),
    })
    goals.push(atLeast(`${where.engine}: ${read.name}, of the bare engine`, ratio, 0.7))
  }
  printTable(`Reads, ${CONNECTIONS} connections (${where.engine}, median of ${ROUNDS})`, rows)

  const search = await searchLatency(product.url, headers)
  printTable(`Unrepeated searches, one connection (${where.engine})`, [
    { searches: search.length, 'median ms': round(median(search)) },
  ])
  goals.push(atMost(`${where.engine}: an unrepeated search, median`, median(search), 10, 'ms'))

  await Promise.all([product.stop(), engine.stop(), route.stop()])
  return goals
}

/** The very statement that the product runs for a request. */
function statementOf({ query, headers = {} }: Read, schema: Schema): Statement {
  return toSql(
    planRead(parseRead('GET', { resource: { kind: 'relation', name: 'films' }, query }, headers), schema),
  )
}

/** Every search asks for something else. In ms. */
async function searchLatency(url: string, headers: Record<string, string>): Promise<number[]> {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const words = [...letters].flatMap((first) => [...'aeioulnrst'].map((second) => first + second))
  const latencies: number[] = []
  for (const word of words) {
    const start = performance.now()
    const answer = await fetch(`${url}/rest/v1/films?${page(`search=like.*${word}*&order=spine.asc`)}`, {
      headers: { ...headers, prefer: 'count=exact' },
    })
    await answer.arrayBuffer()
    latencies.push(performance.now() - start)
  }
  return latencies
}
