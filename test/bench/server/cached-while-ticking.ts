import { atMost, type Goal, median, percentile, printTable, round } from '../../support/report.ts'
import { signUp } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import { CONNECTIONS, requestRate } from '../rivals/rivals.ts'
import type { Embedded } from './start.ts'

const SECONDS = 4

/** Measures cached pages while the embedded engine writes at full speed, which must not delay them. */
export async function measureCachedWhileTicking({ dataDir }: Embedded): Promise<Goal[]> {
  const product = await startProduct({ DATA_DIR: dataDir })
  const apikey = await publicKey(product.url)
  const { id, token } = await signUp(product.url, apikey, `ticking-${Date.now().toString(36)}`)
  const page = `${product.url}/rest/v1/films?select=id&order=title.asc,spine.asc&limit=50&apikey=${apikey}`
  const films = (await (await fetch(page)).json()) as { id: number }[]

  const idle = await latencies(page)
  let sent = 0
  const ticking = requestRate(
    `${product.url}/rest/v1/user_ownership?on_conflict=user_id,film_id`,
    {
      apikey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'resolution=merge-duplicates',
    },
    {
      duration: SECONDS + 1,
      requests: [
        {
          setupRequest: (request) => {
            const film_id = films[sent++ % films.length]?.id
            return {
              ...request,
              method: 'POST',
              body: JSON.stringify({ user_id: id, film_id, owns_dvd: sent % 2 === 0 }),
            }
          },
        },
      ],
    },
  )
  const busy = await latencies(page)
  const rate = await ticking
  await product.stop()

  const row = (when: string, figures: number[]) => ({
    when,
    'median ms': round(median(figures)),
    'p99 ms': round(percentile(figures, 0.99)),
  })
  printTable(`A cached page while ${CONNECTIONS} connections tick (PGlite, ${round(rate)} ticks a second)`, [
    row('idle', idle),
    row('ticking', busy),
  ])
  const ratio = percentile(busy, 0.99) / percentile(idle, 0.99)
  return [atMost('pglite: a cached page while 20 connections tick, p99, of its idle p99', ratio, 3, 'times')]
}

/** Sends one request after the other and returns their durations in ms. */
async function latencies(url: string): Promise<number[]> {
  const figures: number[] = []
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end) {
    const start = performance.now()
    await (await fetch(url)).arrayBuffer()
    figures.push(performance.now() - start)
  }
  return figures
}
