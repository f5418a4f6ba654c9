import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparePartialDates, isPartialDate } from '../../../domain/dates/partial-date.ts'
import { newPerson } from '../../support/people/people.ts'
import { seeded } from '../../support/random.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('partial dates on %s', (engine) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(() => server?.close())

  /** Texts like dates, most of them near the borders of what a date is. */
  function texts(): string[] {
    const random = seeded(23)
    const two = (most: number) => String(random.below(most)).padStart(random.chance(0.9) ? 2 : 1, '0')
    return Array.from({ length: 3000 }, () => {
      const year = String(random.chance(0.8) ? 1860 + random.below(250) : random.below(30_000))
      const parts = [year, two(15), two(34)].slice(0, 1 + random.below(3))
      return parts.join(random.chance(0.97) ? '-' : '/') + (random.chance(0.02) ? ' ' : '')
    })
  }

  test('the database and the domain accept the same, and sort it alike', async () => {
    const given = texts()
    const rows = await server.db.query<{ value: string; is_date: boolean }>(
      `select value, private.is_partial_date(value) as is_date from json_array_elements_text($1) as value`,
      [JSON.stringify(given)],
    )
    const accepted = rows.filter(({ is_date }) => is_date).map(({ value }) => value)
    expect(accepted).toEqual(given.filter(isPartialDate))
    expect(accepted.length).toBeGreaterThan(500)
    const sorted = await server.db.query<{ value: string }>(
      `select value from json_array_elements_text($1) as value order by value collate "C" desc`,
      [JSON.stringify(accepted)],
    )
    expect(sorted.map(({ value }) => value)).toEqual(accepted.toSorted(comparePartialDates))
  })

  test('copies and viewings are sorted by dates of which a part may be unknown, in both directions', async () => {
    const { client } = await newPerson(server, 'olga')
    const dates = ['2026-11-23', '2026', null, '2025-12-31', '2026-11', '2026-12', '2025', '1999-04-03']
    const lastFirst = dates.toSorted(comparePartialDates)
    expect(lastFirst).toEqual([
      '2026-12',
      '2026-11-23',
      '2026-11',
      '2026',
      '2025-12-31',
      '2025',
      '1999-04-03',
      null,
    ])
    await client
      .from('user_copies')
      .insert(dates.map((acquired_on) => ({ film_id: 1, format: 'dvd', acquired_on })))
      .throwOnError()
    await client
      .from('user_viewings')
      .insert(dates.map((watched_on) => ({ film_id: 1, watched_on })))
      .throwOnError()
    for (const ascending of [true, false]) {
      const wanted = ascending ? [...lastFirst.slice(0, -1).reverse(), null] : lastFirst
      const order = { ascending, nullsFirst: false }
      const { data: copies } = await client.from('user_copies').select().order('acquired_on', order)
      expect(copies?.map(({ acquired_on }) => acquired_on)).toEqual(wanted)
      const { data: viewings } = await client.from('user_viewings').select().order('watched_on', order)
      expect(viewings?.map(({ watched_on }) => watched_on)).toEqual(wanted)
    }
    const { data } = await client.rpc('own_details', { of_film: 1 })
    const { copies, viewings } = data as unknown as Record<string, Record<string, unknown>[]>
    expect(copies?.map(({ acquired_on }) => acquired_on)).toEqual(lastFirst)
    expect(viewings?.map(({ watched_on }) => watched_on)).toEqual(lastFirst)
    const { data: since } = await client.from('user_copies').select().gte('acquired_on', '2026-11')
    expect(since?.length, 'from a month on').toBe(3)
  })
})
