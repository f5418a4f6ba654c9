import type { Sent } from './bare-route.ts'
import { publicKey, startPeer, startProduct } from './processes.ts'
import { atLeast, type Goal, median, printTable, round } from './report.ts'
import { ROUNDS, requestRate, settingsOf, type Where } from './rivals.ts'

export const COLUMNS =
  'id,spine,title,director,year,laserdisc,dvd,bluray,bluray_4k,laserdisc_oop,dvd_oop,bluray_oop,bluray_4k_oop,product_url,box_art_url,imdb_link,letterboxd_link,wikipedia_link,bluray_com_link,amazon_link,ebay_link'

const PAGE = `/rest/v1/films?select=${COLUMNS}&order=title.asc,spine.asc&offset=0&limit=50`

/** A page that was asked for before, beside a route that only sends the same; and word that nothing has changed. */
export async function measureReads(where: Where): Promise<Goal[]> {
  const product = await startProduct(settingsOf(where))
  const route = startPeer('./bare-route.ts', {})
  const apikey = await publicKey(product.url)
  // What the stock client sends; uncompressed, as the generator is slow to count what is not.
  const headers = { apikey, authorization: `Bearer ${apikey}`, 'accept-profile': 'public' }
  const address = product.url + PAGE
  const first = await fetch(address, { headers: { ...headers, 'accept-encoding': 'identity' } })
  const known = { ...headers, 'if-none-match': first.headers.get('etag') ?? '' }
  // The second is as all that follow.
  const [, unchanged] = [await fetch(address, { headers: known }), await fetch(address, { headers: known })]
  const bare = await route.ask<string>({
    ...{ body: await first.text(), headers: headersOf(first), headersOfUnchanged: headersOf(unchanged) },
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
        ...{
          answer: what === 'page' ? 'a repeated page' : 'word that it has not changed (304)',
          connections,
        },
        ...{ 'product /s': round(median(ours)), 'bare route /s': round(median(theirs)) },
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

/** Those that a server does not add by itself. */
export function headersOf({ headers }: Response): Record<string, string> {
  const added = ['connection', 'content-length', 'date', 'keep-alive']
  return Object.fromEntries([...headers].filter(([name]) => !added.includes(name)))
}
