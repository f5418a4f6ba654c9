import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import autocannon from 'autocannon'
import type { Statement } from '../server/db/database.ts'
import { openPglite } from '../server/db/pglite.ts'
import { openPostgres } from '../server/db/postgres.ts'
import { parseRead } from '../server/rest/parse.ts'
import { planRead } from '../server/rest/plan.ts'
import type { Schema } from '../server/rest/schema.ts'
import { readSchema } from '../server/rest/schema-cache.ts'
import { toSql } from '../server/rest/sql.ts'
import { publicKey, startPeer, startProduct } from './processes.ts'
import { atLeast, atMost, type Goal, median, printTable, round } from './report.ts'

const CONNECTIONS = 20
const ROUNDS = 3
const SECONDS = 2

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

type Where = { engine: 'pglite'; dataDir: string } | { engine: 'postgres'; databaseUrl: string }

export async function measureReads(where: Where): Promise<Goal[]> {
  const place = where.engine === 'pglite' ? copyForPeer(where.dataDir) : { DATABASE_URL: where.databaseUrl }
  const product = await startProduct(
    where.engine === 'pglite' ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl },
  )
  const schema = await schemaOf(where, place)
  const engine = startPeer('./bare-engine.ts', place)
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
      rates.engine.push(
        await engine.ask<number>({
          statement: statementOf(read, schema),
          seconds: SECONDS,
          connections: CONNECTIONS,
        }),
      )
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
  if (place.FOLDER) rmSync(place.FOLDER, { recursive: true, force: true })
  return goals
}

/** The engine's folder has one opener only, so the bare engine gets a copy, made while nobody has it open. */
function copyForPeer(dataDir: string): Record<string, string> {
  const folder = `${dataDir}-peer`
  cpSync(path.join(dataDir, 'postgres'), folder, { recursive: true })
  return { FOLDER: folder }
}

async function schemaOf(where: Where, place: Record<string, string>): Promise<Schema> {
  const db =
    where.engine === 'postgres' ? await openPostgres(where.databaseUrl) : await openPglite(place.FOLDER ?? '')
  try {
    return await readSchema(db)
  } finally {
    await db.close()
  }
}

/** The very statement that the product runs for a request. */
function statementOf({ query, headers = {} }: Read, schema: Schema): Statement {
  return toSql(
    planRead(parseRead('GET', { resource: { kind: 'relation', name: 'films' }, query }, headers), schema),
  )
}

async function requestRate(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} lost`)
  return result.requests.total / result.duration
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
