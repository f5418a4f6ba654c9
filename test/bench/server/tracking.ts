import type { Request } from 'autocannon'
import { decodeJwt } from 'jose'
import { parseRead } from '../../../domain/rest/parse/parse.ts'
import { parseWrite } from '../../../domain/rest/parse/write.ts'
import type { Caller } from '../../../server/db/as-caller.ts'
import type { Database, Statement } from '../../../server/db/database.ts'
import { planRead } from '../../../server/rest/plan/plan-read.ts'
import { planWrite } from '../../../server/rest/plan/plan-write.ts'
import { readSchema } from '../../../server/rest/schema/schema-cache.ts'
import { toSql } from '../../../server/rest/sql/read-sql.ts'
import { toWriteSql } from '../../../server/rest/sql/write-sql.ts'
import { atLeast, type Goal, median, printTable, round } from '../../support/report.ts'
import { signUp } from '../people.ts'
import { publicKey, startProduct } from '../processes.ts'
import {
  CONNECTIONS,
  ROUNDS,
  requestRate,
  settingsOf,
  startBareEngine,
  WARM_UPS,
  type Where,
} from '../rivals/rivals.ts'
import { headersOf } from './reads.ts'

const OWNED = 300
const NAMES = { tick: 'a tick', state: `the ownership of a person with ${OWNED} films` }
/** The load generator's encoding. */
const PLAIN = { 'accept-encoding': 'identity' }
const TICK = { query: 'on_conflict=user_id,film_id', prefer: 'resolution=merge-duplicates' }

/**
 * Compares a tick, and reading the ownership of a person with 300 films, with the engine that runs the same statement
 * under the same row rules in one transaction, behind a bare route and alone. The server also checks the session.
 */
export async function measureTracking(where: Where): Promise<Goal[]> {
  const first = await startProduct(settingsOf(where))
  const apikey = await publicKey(first.url)
  const person = await signUp(first.url, apikey, `bench-${Date.now().toString(36)}`)
  const headers = { apikey, authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
  const caller: Caller = { role: 'authenticated', claims: decodeJwt(person.token) }
  const ticks = await ticksOf(person.id, first.url, headers)
  await send(first.url, headers, JSON.stringify(ticks))
  await first.stop()

  const owned = `select=film_id,owns_laserdisc,owns_dvd,owns_bluray,owns_bluray_4k&user_id=eq.${person.id}&film_id=gt.0&order=film_id.asc&limit=1000`
  const bodies = ticks.map((tick, index) => JSON.stringify({ ...tick, owns_dvd: index % 2 === 0 }))
  const [engine, statements] = await startBareEngine(where, (db) => statementsOf(db, bodies, owned))
  const product = await startProduct(settingsOf(where))
  const rest = `${product.url}/rest/v1/user_ownership?`
  const read = await fetch(rest + owned, { headers: { ...headers, ...PLAIN } })
  if (((await read.json()) as unknown[]).length !== OWNED) {
    throw new Error('The person does not own the ticked films.')
  }
  const ticked = await send(product.url, headers, bodies[0] ?? '')

  let sent = 0
  const nextTick = () => ({ method: 'POST' as const, body: bodies[sent++ % bodies.length] })
  const ticking = { requests: [{ setupRequest: (request: Request) => ({ ...request, ...nextTick() }) }] }
  const tickHeaders = { ...headers, prefer: TICK.prefer }
  const rates = { tick: [[], [], []], state: [[], [], []] } as Record<'tick' | 'state', Rates>
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    const [tick, state] = [rates.tick, rates.state]
    tick[0].push(await requestRate(rest + TICK.query, tickHeaders, ticking))
    const tickRoute = await engine.behindRoute(statements.ticks, headersOf(ticked), caller)
    tick[1].push(await requestRate(tickRoute, tickHeaders, ticking))
    tick[2].push(await engine.rate(statements.ticks, caller))
    state[0].push(await requestRate(rest + owned, headers))
    const stateRoute = await engine.behindRoute([statements.state], headersOf(read), caller)
    state[1].push(await requestRate(stateRoute, headers))
    state[2].push(await engine.rate([statements.state], caller))
  }
  await Promise.all([product.stop(), engine.stop()])

  const figures = (['tick', 'state'] as const).map((what) => {
    const [ours, bare, alone] = rates[what].map((of) => median(of.slice(WARM_UPS))) as [
      number,
      number,
      number,
    ]
    return { what, ours, bare, alone }
  })
  printTable(
    `Tracking, ${CONNECTIONS} connections (${where.engine}, median of ${ROUNDS})`,
    figures.map(({ what, ours, bare, alone }) => ({
      what: NAMES[what],
      'product /s': round(ours),
      'bare engine behind a bare route /s': round(bare),
      'product to it': (ours / bare).toFixed(2),
      'bare engine alone, without HTTP /s': round(alone),
    })),
  )
  return figures.flatMap(({ what, ours, bare, alone }) => [
    atLeast(`${where.engine}: ${NAMES[what]}, of the bare engine alone, without HTTP`, ours / alone, 0.8),
    atLeast(`${where.engine}: ${NAMES[what]}, of the bare engine behind a bare route`, ours / bare, 0.8),
  ])
}

/** The rates of the server, of the bare engine behind a bare route, and of the bare engine alone. */
type Rates = [number[], number[], number[]]

interface Tick {
  user_id: string
  film_id: number
  owns_dvd: boolean
}

async function ticksOf(user_id: string, url: string, headers: Record<string, string>): Promise<Tick[]> {
  const films = await fetch(`${url}/rest/v1/films?select=id&order=id&limit=${OWNED}`, { headers })
  return ((await films.json()) as { id: number }[]).map(({ id }) => ({
    user_id,
    film_id: id,
    owns_dvd: true,
  }))
}

async function send(url: string, headers: Record<string, string>, body: string): Promise<Response> {
  const address = `${url}/rest/v1/user_ownership?${TICK.query}`
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...headers, ...PLAIN, prefer: TICK.prefer },
    body,
  })
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return response
}

/** Returns the statements that the server runs for these requests. */
async function statementsOf(
  db: Database,
  bodies: string[],
  query: string,
): Promise<{ ticks: Statement[]; state: Statement }> {
  const schema = await readSchema(db)
  const name = 'user_ownership'
  return {
    ticks: bodies.map((body) =>
      toWriteSql(
        planWrite(
          parseWrite('POST', { relation: name, query: TICK.query }, { prefer: TICK.prefer }, body),
          schema,
        ),
      ),
    ),
    state: toSql(planRead(parseRead('GET', { resource: { kind: 'relation', name }, query }, {}), schema)),
  }
}
