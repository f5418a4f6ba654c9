import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { type Goal, median, percentile, printTable, round } from '../../support/report.ts'
import { PASSWORD, PERSON } from '../growth/sample-data.ts'
import { publicKey, startProduct } from '../processes.ts'
import type { Where } from '../rivals/rivals.ts'
import { type Credentials, openClient, type Send } from './client.ts'
import { functionCalls } from './functions.ts'
import { pageReads } from './pages.ts'
import { relationReads } from './relations.ts'
import { type DearRequest, read } from './request.ts'
import { fillSite } from './sample.ts'
import { worstRequests } from './worst.ts'

const AT_ONCE = 50
const SHOWN = 20

export async function measureDearest(where: Where): Promise<Goal[]> {
  const { settings, remove } = await separateDatabase(where)
  try {
    await fillSite(settings)
    const product = await startProduct(settings)
    try {
      return await measure(where.engine, product.url)
    } finally {
      await product.stop()
    }
  } finally {
    await remove()
  }
}

async function separateDatabase(where: Where) {
  if (where.engine === 'pglite') {
    const dataDir = `${where.dataDir}-dearest`
    cpSync(where.dataDir, dataDir, { recursive: true })
    return {
      settings: { DATA_DIR: dataDir, BACKUP_DIR: 'none' },
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    }
  }
  const url = new URL(where.databaseUrl)
  const name = `dearest_${Date.now().toString(36)}`
  url.pathname = `/${name}`
  await once_(where.databaseUrl, `create database ${name} template template0 encoding 'UTF8'`)
  return {
    settings: { DATABASE_URL: url.href, BACKUP_DIR: 'none' },
    remove: () => once_(where.databaseUrl, `drop database ${name} with (force)`),
  }
}

async function once_(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

interface Figures {
  request: DearRequest
  times: number
  ms: number
  bytes: number
  status: number
  besideMs: number
  fiftyMs: number
  refused: number
}

async function measure(engine: string, url: string): Promise<Goal[]> {
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
  const films = (await (
    await fetch(`${url}/rest/v1/films?select=id,spine&order=id&limit=1000`, { headers: credentials.visitor })
  ).json()) as { id: number; spine: number }[]
  const ids = films.map(({ id }) => id)
  const { send, close } = openClient(url, credentials)
  const bystander = new Worker(new URL('./bystander.ts', import.meta.url), {
    workerData: { url, headers: await headersOf(20) },
  })
  const take = async () => {
    bystander.postMessage('take')
    const [taken] = await once(bystander, 'message')
    return taken as { durations: number[]; refused: number }
  }
  await after(1500)
  await take()
  await after(3000)
  const idle = percentile((await take()).durations, 0.99)

  const personId = `00000000-0000-4000-8000-${PERSON.toString(16).padStart(12, '0')}`
  const requests = [
    ...relationReads(personId),
    ...functionCalls(ids),
    ...worstRequests(ids),
    ...pageReads(films.map(({ spine }) => spine)),
  ]
  const figures: Figures[] = []
  let n = 0
  for (const request of requests) {
    const alone = await aloneOf(send, request, () => n++)
    await take()
    const { ms: fiftyMs, refused } = await fiftyOf(send, request, () => n++)
    const beside = await take()
    if (process.env.DEAREST)
      console.log(request.name, Math.round(alone.ms), alone.status, Math.round(fiftyMs), refused)
    figures.push({ request, ...alone, fiftyMs, refused, besideMs: percentile(beside.durations, 0.99) })
  }
  await bystander.terminate()
  close()
  const rowsOf = (sorted: Figures[]) =>
    sorted.map(({ request, times, ms, bytes, status, besideMs, fiftyMs, refused }) => ({
      request: request.name,
      as: request.as,
      status,
      ms: round(ms),
      times: round(times),
      KB: round(bytes / 1000),
      'fifty ms': round(fiftyMs),
      'refused of fifty': refused,
      'bystander p99 ms': round(besideMs),
      'of idle': round(besideMs / idle),
    }))
  const dearest = figures.toSorted((a, b) => b.ms - a.ms)
  const printed = process.env.DEAREST === 'all' ? dearest.length : SHOWN
  printTable(
    `The dearest requests (${engine}; bystander idle p99 ${round(idle)} ms)`,
    rowsOf(dearest.slice(0, printed)),
  )
  printTable(
    `Those that delay a bystander most (${engine})`,
    rowsOf(figures.toSorted((a, b) => b.besideMs - a.besideMs).slice(0, SHOWN)),
  )
  return []
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

const REFERENCE = read('member', 'reference', (n) => `/rest/v1/films?select=title&id=eq.${1 + (n % 100)}`)

/** The median of some requests, one after the other. */
async function aloneOf(send: Send, request: DearRequest, next: () => number) {
  const own: number[] = []
  const reference: number[] = []
  let last = { status: 0, bytes: 0 }
  const start = performance.now()
  for (let sent = 0; sent < 5 && (sent < 2 || performance.now() - start < 600); sent++) {
    reference.push((await send(REFERENCE, next())).ms)
    const answer = await send(request, next())
    own.push(answer.ms)
    last = answer
  }
  return { ...last, ms: median(own), times: median(own) / median(reference) }
}

async function fiftyOf(send: Send, request: DearRequest, next: () => number) {
  const start = performance.now()
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(request, next())))
  return { ms: performance.now() - start, refused: answers.filter(({ status }) => status === 503).length }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
