import { atLeast, type Goal, median, printTable, round } from '../../support/report.ts'
import { publicKey, type Running, startPeer, startProduct } from '../processes.ts'
import type { Sent } from '../rivals/bare-route.ts'
import { ROUNDS, requestRate, settingsOf, type Where } from '../rivals/rivals.ts'

export const COLUMNS =
  'id,spine,title,director,year,laserdisc,dvd,bluray,bluray_4k,laserdisc_oop,dvd_oop,bluray_oop,bluray_4k_oop,product_url,box_art_url,imdb_link,letterboxd_link,wikipedia_link,bluray_com_link,amazon_link,ebay_link'

const PAGE = `/rest/v1/films?select=${COLUMNS}&order=title.asc,spine.asc&offset=0&limit=50`

/** Enough processes to find a slow one, if one in three is slow. */
const PROCESSES = 8

/** Compares a repeated page and a 304 with a route that only sends the same bytes. */
export async function measureReads(where: Where): Promise<Goal[]> {
  const product = await startProduct(settingsOf(where))
  const route = startPeer('bare-route', {})
  const { address, headers, first, known } = await askForPage(product)
  // The second response is like all that follow.
  const [, unchanged] = [await fetch(address, { headers: known }), await fetch(address, { headers: known })]
  const bare = await route.ask<string>({
    body: await first.text(),
    headers: headersOf(first),
    headersOfUnchanged: headersOf(unchanged),
  } satisfies Sent)

  const goals: Goal[] = []
  const rows: Record<string, string | number>[] = []
  for (const connections of [20, 200]) {
    const rates = { page: [[], []], unchanged: [[], []] } as Record<string, [number[], number[]]>
    // Alternately, so that changes of the machine's load affect all figures equally.
    for (let round = 0; round < ROUNDS; round++) {
      rates.page?.[0].push(await requestRate(address, headers, { connections }))
      rates.page?.[1].push(await requestRate(bare, headers, { connections }))
      rates.unchanged?.[0].push(await requestRate(address, known, { connections }, 304))
      rates.unchanged?.[1].push(await requestRate(`${bare}/unchanged`, known, { connections }, 304))
    }
    for (const [what, [ours, theirs]] of Object.entries(rates)) {
      const ratio = median(ours) / median(theirs)
      rows.push({
        response: what === 'page' ? 'a repeated page' : 'not modified (304)',
        connections,
        'product /s': round(median(ours)),
        'bare route /s': round(median(theirs)),
        'of route': ratio.toFixed(2),
      })
      const goal = what === 'page' ? 'a repeated page' : 'a 304'
      goals.push(
        atLeast(`${where.engine}: ${goal}, ${connections} connections, of a bare route`, ratio, 0.85),
      )
    }
  }
  printTable(`Repeated reads (${where.engine}, median of ${ROUNDS})`, rows)
  await Promise.all([product.stop(), route.stop()])
  return goals
}

/**
 * Compares the speed of several processes, because V8's decisions during a start last as long as the process
 * (docs/decisions/0034-memory.md).
 */
export async function measureSpread(where: Where): Promise<Goal[]> {
  const rates: number[] = []
  for (let process = 0; process < PROCESSES; process++) {
    const product = await startProduct(settingsOf(where))
    const { address, known } = await askForPage(product)
    rates.push(await requestRate(address, known, {}, 304))
    await product.stop()
  }
  printTable(
    `304s of ${PROCESSES} processes (${where.engine})`,
    rates.map((rate, process) => ({ process, '/s': round(rate) })),
  )
  const slowest = Math.min(...rates) / median(rates)
  return [
    atLeast(`${where.engine}: 304s of the slowest of ${PROCESSES} processes, of their median`, slowest, 0.7),
  ]
}

/** Requests a page as the stock client does, uncompressed, because the load generator is slow to count other bodies. */
async function askForPage({ url }: Running) {
  const apikey = await publicKey(url)
  const headers = { apikey, authorization: `Bearer ${apikey}`, 'accept-profile': 'public' }
  const address = url + PAGE
  const first = await fetch(address, { headers: { ...headers, 'accept-encoding': 'identity' } })
  return { address, headers, first, known: { ...headers, 'if-none-match': first.headers.get('etag') ?? '' } }
}

/** Returns the headers that Node does not add. */
export function headersOf({ headers }: Response): Record<string, string> {
  const added = ['connection', 'content-length', 'date', 'keep-alive']
  return Object.fromEntries([...headers].filter(([name]) => !added.includes(name)))
}
