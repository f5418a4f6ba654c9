import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Routine, RoutineParameter } from '../../../server/rest/schema/schema.ts'
import { readSchema } from '../../../server/rest/schema/schema-cache.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const texts = (count: number, length: number) =>
  numbers(count).map((each) => String(each).padEnd(length, 'a'))

/** The most values of a list, where it is more than those of a filter. */
const MOST: Record<string, number> = { 'count_removed_copies(of_films)': 2000 }

/** Values beyond every limit, by type; undefined for a type whose values are short. */
function tooMuch({ name }: Routine, parameter: RoutineParameter): unknown[] | undefined {
  const most = MOST[`${name}(${parameter.name})`] ?? 20
  switch (parameter.typeName) {
    case 'text':
      return ['a'.repeat(4001)]
    case '_int4':
      return [numbers(most + 1)]
    case '_text':
      return [texts(21, 2), texts(20, 2000)]
    case 'json':
    case 'jsonb':
      return [
        numbers(10_001),
        { sets: numbers(21) },
        { words: texts(21, 2) },
        { words: texts(20, 2000) },
        { unknown: numbers(21) },
        { list: 'a'.repeat(40_000) },
      ]
    case 'bool':
    case 'int4':
    case 'int8':
    case 'uuid':
      return undefined
  }
  throw new Error(`${name} has a parameter of type ${parameter.type}, for which this test has no value.`)
}

/** A value of a parameter that is within every limit. */
function within({ typeName, name }: RoutineParameter, olga: Person, pia: Person): unknown {
  if (typeName === 'uuid') return name === 'with_user' ? pia.id : olga.id
  if (typeName.startsWith('int')) return 1
  if (typeName === 'jsonb') return name === 'filters' ? {} : []
  if (typeName.startsWith('_')) return []
  return name.endsWith('username') ? 'olga' : 'a'
}

describe.each(ENGINES)('the arguments of functions on %s', (engine) => {
  let server: TestServer
  let olga: Person
  let pia: Person

  beforeAll(async () => {
    server = await startServer(engine)
    olga = await newPerson(server, 'olga', 'admin')
    pia = await newPerson(server, 'pia')
  })
  afterAll(() => server?.close())

  async function call(name: string, args: object): Promise<[status: number, code: unknown]> {
    const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: server.key,
        authorization: `Bearer ${olga.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(args),
    })
    const text = await response.text()
    return [response.status, response.ok ? undefined : JSON.parse(text).code]
  }

  test('each text, list and JSON argument of each function has a limit', async () => {
    const { routines } = await readSchema(server.db)
    const tried: string[] = []
    for (const routine of [...routines.values()].flat()) {
      for (const parameter of routine.parameters) {
        const others = routine.parameters.filter((each) => each !== parameter && !each.optional)
        const rest = Object.fromEntries(others.map((each) => [each.name, within(each, olga, pia)]))
        for (const value of tooMuch(routine, parameter) ?? []) {
          const what = `${routine.name}(${parameter.name}: ${JSON.stringify(value).slice(0, 60)})`
          const [status, code] = await call(routine.name, { ...rest, [parameter.name]: value })
          expect([what, status, ['54000', '22023'].includes(String(code))]).toEqual([what, 400, true])
          tried.push(what)
        }
      }
    }
    expect(tried.length).toBeGreaterThan(50)
  })

  test('as many values as a page sends are accepted', async () => {
    const person = { of_user: olga.id }
    const filters = { words: texts(20, 200), sets: numbers(20), times: numbers(20).map((from) => ({ from })) }
    const calls: [string, object][] = [
      ['film_counts', { filters }],
      ['profile_film_counts', { ...person, filters }],
      ['compared_film_counts', { ...person, with_user: pia.id, filters }],
      ['ranked_films', { phrase: 'a'.repeat(200), in_sets: numbers(20) }],
      ['profile_films', { ...person, phrase: 'a'.repeat(200), in_sets: numbers(20) }],
      ['compared_films', { ...person, with_user: pia.id, phrase: 'a', in_sets: numbers(20) }],
      ['profile_counts', { of_username: 'olga', words: texts(20, 200), spines: numbers(20) }],
      ['count_removed_copies', { of_films: numbers(2000), of_format: 'dvd' }],
    ]
    for (const [name, args] of calls)
      expect([name, ...(await call(name, args))]).toEqual([name, 200, undefined])
  })

  test('a megabyte of arguments is refused before a function that reads gets it', async () => {
    const many = Array.from({ length: 490_000 }, () => 1)
    for (const [name, args] of [
      ['film_counts', { filters: { sets: many } }],
      ['ranked_films', { in_sets: many }],
      ['profile_counts', { of_username: 'a'.repeat(900_000) }],
    ] as const) {
      const [status, code] = await call(name, args)
      expect([name, status, code]).toEqual([name, 400, '54000'])
    }
  })
})
