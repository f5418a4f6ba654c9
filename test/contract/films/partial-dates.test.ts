import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparePartialDates, isPartialDate } from '../../../domain/dates/partial-date.ts'
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
      `select value from json_array_elements_text($1) as value order by value collate "C"`,
      [JSON.stringify(accepted)],
    )
    expect(sorted.map(({ value }) => value)).toEqual(accepted.toSorted(comparePartialDates))
  })
})
