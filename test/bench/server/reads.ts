import { atLeast, type Goal, median, printTable, round } from '../../support/report.ts'
import { publicKey, type Running, startPeer, startProduct } from '../processes.ts'
import type { Sent } from '../rivals/bare-route.ts'
import { ROUNDS, requestRate, settingsOf, type Where } from '../rivals/rivals.ts'

export const COLUMNS =
  'id,spine,title,director,year,laserdisc,dvd,bluray,bluray_4k,laserdisc_oop,dvd_oop,bluray_oop,bluray_4k_oop,product_url,box_art_url,imdb_link,letterboxd_link,wikipedia_link,bluray_com_link,amazon_link,ebay_link'

const PAGE = `/rest/v1/films?select=${COLUMNS}&order=title.asc,spine.asc&offset=0&limit=50`

/** Enough to meet one in three. */
const PROCESSES = 8

/** A page that was asked for before, beside a route that only sends the same; and word that nothing has changed. */
export async function measureReads(where: Where): Promise<Goal[]> {
  const product = await startProduct(settingsOf(where))
  const route = startPeer('../rivals/bare-route.ts', {})
  const { address, headers, first, known } = await askForPage(product)
  // The second is as all that follow.
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
    // In turn, so that the machine's moods fall on all alike.
    for (let round = 0; round < ROUNDS; round++) {
      rates.page?.[0].push(await requestRate(address, headers, { connections }))
      rates.page?.[1].push(await requestRate(bare, headers, { connections }))
      rates.unchanged?.[0].push(await requestRate(address, known, { connections }, 304))
      rates.unchanged?.[1].push(await requestRate(`${bare}/unchanged`, known, { connections }, 304))
    }
    for (const [what, [ours, theirs]] of Object.entries(rates)) {
      const ratio = median(ours) / median(theirs)
      rows.push({
        answer: what === 'page' ? 'a repeated page' : 'word that it has not changed (304)',
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
 * Whether one process serves as fast as the next: what V8 decides while a process starts holds for as long as it runs
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

/** A page as the stock client asks for it, and asks again; uncompressed, as the generator is slow to count what is not. */
async function askForPage({ url }: Running) {
  const apikey = await publicKey(url)
  const headers = { apikey, authorization: `Bearer ${apikey}`, 'accept-profile': 'public' }
  const address = url + PAGE
  const first = await fetch(address, { headers: { ...headers, 'accept-encoding': 'identity' } })
  return { address, headers, first, known: { ...headers, 'if-none-match': first.headers.get('etag') ?? '' } }
}

/** Those that a server does not add by itself. */
export function headersOf({ headers }: Response): Record<string, string> {
  const added = ['connection', 'content-length', 'date', 'keep-alive']
  return Object.fromEntries([...headers].filter(([name]) => !added.includes(name)))
}
