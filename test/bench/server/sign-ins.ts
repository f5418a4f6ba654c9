import { atMost, type Goal, median, percentile, printTable, round } from '../../support/report.ts'
import { signIn, signUp } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import type { Embedded } from './start.ts'

const PEOPLE = 20
const SECONDS = 5

/** Measures pages while twenty people sign in repeatedly: hashing must not delay others. */
export async function measureSignIns({ dataDir }: Embedded): Promise<Goal[]> {
  const product = await startProduct({ DATA_DIR: dataDir })
  const apikey = await publicKey(product.url)
  const run = Date.now().toString(36)
  const people: string[] = []
  for (let number = 0; number < PEOPLE; number++) {
    people.push((await signUp(product.url, apikey, `bench-${run}-${number}`)).email)
  }
  const page = `${product.url}/rest/v1/films?select=*&order=title.asc,spine.asc&limit=50&apikey=${apikey}`
  const html = `${product.url}/`

  const alone: number[] = []
  for (const email of people) alone.push(await timed(() => signIn(product.url, apikey, email)))
  const idle = { html: await latencies(html), page: await latencies(page) }
  let stopped = false
  let signIns = 0
  const signingIn = people.map(async (email) => {
    while (!stopped) {
      await signIn(product.url, apikey, email)
      signIns++
    }
  })
  const start = performance.now()
  const busy = { html: await latencies(html), page: await latencies(page) }
  const rate = signIns / ((performance.now() - start) / 1000)
  stopped = true
  await Promise.all(signingIn)
  await product.stop()

  const row = (request: string, when: string, figures: number[]) => ({
    request,
    when,
    'median ms': round(median(figures)),
    'p99 ms': round(percentile(figures, 0.99)),
  })
  printTable(`Pages while ${PEOPLE} people sign in (PGlite, ${round(rate)} sign-ins a second)`, [
    row('a sign-in', 'alone', alone),
    row('the page', 'idle', idle.html),
    row('the page', 'signing in', busy.html),
    row('50 films', 'idle', idle.page),
    row('50 films', 'signing in', busy.page),
  ])
  const limit = round(median(alone))
  return [
    atMost(`the page during ${PEOPLE} sign-ins, median, than one sign-in`, median(busy.html), limit, 'ms'),
    atMost(`50 films during ${PEOPLE} sign-ins, median, than one sign-in`, median(busy.page), limit, 'ms'),
  ]
}

/** Sends one request after the other and returns their durations in ms. */
async function latencies(url: string): Promise<number[]> {
  const figures: number[] = []
  const end = performance.now() + (SECONDS * 1000) / 2
  while (performance.now() < end) {
    figures.push(await timed(async () => (await fetch(url)).arrayBuffer()))
  }
  return figures
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
