import { type Goal, printTable, round } from '../../support/report.ts'
import { PASSWORD, PERSON } from '../growth/sample-data.ts'
import { publicKey } from '../processes.ts'
import type { Where } from '../rivals/rivals.ts'
import { type Credentials, openClient } from './client.ts'
import { type Cost, costOf } from './cost.ts'
import { functionCalls } from './functions.ts'
import { bystanderGoal, costGoals, unknownLines } from './goals.ts'
import { pageReads } from './pages.ts'
import { relationReads } from './relations.ts'
import { type DearRequest, read } from './request.ts'
import { openSeparateSite, type SeparateSite } from './separate-site.ts'
import { type Watched, watch } from './watch.ts'
import { worstRequests } from './worst.ts'

const AT_ONCE = 50
const SHOWN = 20
const WATCHED_MS = 2000
/** A server that has served for a while has compiled the code of the request and prepared its statements. */
const WARM_ROUNDS = 6
const BYSTANDER = 20

/** Answered without the database. */
const CONFIGURATION = read('visitor', 'the configuration', '/config.json')

/**
 * Measures what each request costs alone, and the twenty dearest fifty at once, beside a bystander. A cheaper request
 * occupies the server for less time, so fifty of it delay a bystander less.
 */
export async function measureDearest(where: Where): Promise<Goal[]> {
  const site = await openSeparateSite(where)
  try {
    const { costs, credentials, bystander } = await costsIn(site)
    const dearest = costs.toSorted((a, b) => b.times - a.times)
    if (process.env.DEAREST === 'all') printCosts(where.engine, dearest)
    const noise = await besideFifty(site, CONFIGURATION, credentials, bystander, true)
    const watched: (Watched & { cost: Cost })[] = []
    for (const cost of dearest.slice(0, SHOWN)) {
      watched.push({ cost, ...(await besideFifty(site, cost.request, credentials, bystander)) })
    }
    print(where.engine, watched, noise.beside)
    return [
      ...costGoals(where.engine, dearest),
      ...unknownLines(costs),
      ...watched.map(({ cost, ...each }) =>
        bystanderGoal(where.engine, cost.request.name, each, noise.beside),
      ),
    ]
  } finally {
    await site.remove()
  }
}

async function costsIn(site: SeparateSite) {
  const product = await site.start()
  try {
    const { url } = product
    const apikey = await publicKey(url)
    const headersOf = async (number: number) => ({
      apikey,
      authorization: `Bearer ${await tokenOf(url, apikey, number)}`,
    })
    const credentials: Credentials = {
      visitor: { apikey },
      member: await headersOf(PERSON),
      admin: await headersOf(PERSON + 1),
    }
    const films = await fetch(`${url}/rest/v1/films?select=id,spine&order=id&limit=1000`, {
      headers: { apikey },
    })
    const requests = requestsFor((await films.json()) as { id: number; spine: number }[])
    const { send, close } = openClient(url, credentials)
    const costs: Cost[] = []
    for (const request of requests) costs.push(await costOf(request, send, next))
    close()
    return { costs, credentials, bystander: await headersOf(BYSTANDER) }
  } finally {
    await product.stop()
  }
}

let sent = 0
const next = () => sent++

function requestsFor(films: { id: number; spine: number }[]): DearRequest[] {
  const ids = films.map(({ id }) => id)
  return [
    ...relationReads(),
    ...functionCalls(ids),
    ...worstRequests(ids),
    ...pageReads(films.map(({ spine }) => spine)),
  ]
}

async function tokenOf(url: string, apikey: string, number: number): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `person-${number}@example.org`, password: PASSWORD }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

/**
 * Sends a request fifty times at once. What is not answered in time is ended with the server.
 * @param again whether each connection sends it again and again.
 */
async function besideFifty(
  site: SeparateSite,
  request: DearRequest,
  credentials: Credentials,
  bystander: Record<string, string>,
  again = false,
): Promise<Watched> {
  const product = await site.start()
  const { send, close } = openClient(product.url, credentials)
  for (let round = 0; round < WARM_ROUNDS; round++) await send(request, next())
  let isOver = false
  const one = async () => {
    do await send(request, next())
    while (again && !isOver)
  }
  const watched = await watch(product.url, bystander, WATCHED_MS, () =>
    Promise.all(Array.from({ length: AT_ONCE }, one)),
  )
  isOver = true
  await site.kill(product)
  close()
  return watched
}

function print(engine: string, watched: (Watched & { cost: Cost })[], noise: number): void {
  printTable(
    `The ${SHOWN} dearest requests (${engine}; a bystander beside fifty that use no database: ${round(noise)} ms)`,
    watched.map(({ cost, idle, beside, refused }) => ({
      ...rowOf(cost),
      'bystander p99 ms': round(idle),
      'beside fifty': round(beside),
      ratio: round(beside / idle),
      refused,
    })),
  )
}

function printCosts(engine: string, costs: Cost[]): void {
  printTable(`All measured requests (${engine})`, costs.map(rowOf))
}

function rowOf({ request, ms, times, bytes, status }: Cost) {
  return {
    request: request.name,
    as: request.as,
    status,
    ms: round(ms),
    'one-row reads': round(times),
    KB: round(bytes / 1000),
  }
}
