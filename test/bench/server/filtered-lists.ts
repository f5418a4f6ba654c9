import { decodeJwt } from 'jose'
import type { Caller } from '../../../server/db/as-caller.ts'
import { readSchema } from '../../../server/rest/schema/schema-cache.ts'
import { atLeast, type Goal, median, printTable, round } from '../../support/report.ts'
import { signUpCollector } from '../people.ts'
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
import { type Address, pathOf, rateOfQueries, shuffled, statementOf } from '../rivals/unrepeated-reads.ts'
import { COLUMNS, headersOf } from './reads.ts'

/** A list of fifty films, with requests of which none is repeated within a round. */
interface List {
  name: string
  resource: Address['resource']
  queries: string[]
  headers: Record<string, string>
  /** The role and claims of the statements; without it they run as the owner, as those of visitors do. */
  caller?: Caller
}

/**
 * Compares lists of fifty films under filters, the catalogue's for a visitor and a person's own, with the engine that
 * runs the same statements, behind a bare route and alone.
 */
export async function measureFilteredLists(where: Where): Promise<Goal[]> {
  const first = await startProduct(settingsOf(where))
  const apikey = await publicKey(first.url)
  const person = await signUpCollector(first.url, apikey)
  await first.stop()

  const [engine, schema] = await startBareEngine(where, readSchema)
  const product = await startProduct(settingsOf(where))
  const lists: List[] = [
    {
      name: 'fifty films under filters',
      resource: { kind: 'relation', name: 'films' },
      queries: filters().map((filter) => `select=${COLUMNS}&${filter}&${ON_DISC}&order=spine.asc&limit=50`),
      headers: { apikey },
    },
    {
      name: 'fifty films that a person owns, under filters',
      resource: { kind: 'function', name: 'profile_films' },
      queries: filters().map(
        (filter) =>
          `of_user=${person.id}&select=${COLUMNS},${MARKS}&owned=eq.true&${filter}&order=spine.asc&limit=50`,
      ),
      headers: { apikey, authorization: `Bearer ${person.token}` },
      caller: { role: 'authenticated', claims: decodeJwt(person.token) },
    },
  ]
  const figures: { list: List; ours: number; bare: number; alone: number }[] = []
  for (const list of lists) {
    const { resource, queries, headers, caller } = list
    const one = await fetch(`${product.url}${pathOf(resource)}?${queries[0]}`, {
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    if (((await one.json()) as unknown[]).length === 0) throw new Error(`${list.name}: the list is empty.`)
    const rates: [number[], number[], number[]] = [[], [], []]
    const aRound = Math.floor(queries.length / (WARM_UPS + ROUNDS))
    for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
      const asked = queries.slice(round * aRound, (round + 1) * aRound)
      const statements = asked.map((query) => statementOf({ resource, query }, schema))
      rates[0].push(await rateOfQueries(product.url, resource, asked, headers))
      rates[1].push(await requestRate(await engine.behindRoute(statements, headersOf(one), caller), headers))
      rates[2].push(await engine.rate(statements, caller))
    }
    const [ours = 0, bare = 0, alone = 0] = rates.map((of) => median(of.slice(WARM_UPS)))
    figures.push({ list, ours, bare, alone })
  }
  await Promise.all([product.stop(), engine.stop()])

  printTable(
    `Lists under filters, ${CONNECTIONS} connections (${where.engine}, median of ${ROUNDS})`,
    figures.map(({ list, ours, bare, alone }) => ({
      list: list.name,
      'product /s': round(ours),
      'bare engine behind a bare route /s': round(bare),
      'product to it': (ours / bare).toFixed(2),
      'bare engine alone, without HTTP /s': round(alone),
      'product to that': (ours / alone).toFixed(2),
    })),
  )
  return figures.flatMap(({ list: { name }, ours, bare, alone }) => [
    atLeast(`${where.engine}: ${name}, of the bare engine alone, without HTTP`, ours / alone, 0.8),
    atLeast(`${where.engine}: ${name}, of the bare engine behind a bare route`, ours / bare, 0.8),
  ])
}

const ON_DISC = 'or=(and(bluray.eq.true,bluray_oop.eq.false),and(bluray_4k.eq.true,bluray_4k_oop.eq.false))'
const MARKS = 'owns_laserdisc,owns_dvd,owns_bluray,owns_bluray_4k,owned,watched,wishlisted'

/** Returns filters for periods of twenty years or more and for running times, in a shuffled order, none twice. */
function filters(): string[] {
  const years = Array.from({ length: 96 }, (_, index) => 1930 + index)
  const all = years.flatMap((to) =>
    Array.from({ length: 80 }, (_, index) => 1910 + index)
      .filter((from) => from <= to - 20)
      .flatMap((from) =>
        [150, 160, 170, 180, 190].map(
          (minutes) => `year=gte.${from}&year=lte.${to}&running_time=lte.${minutes}`,
        ),
      ),
  )
  return shuffled(all)
}
