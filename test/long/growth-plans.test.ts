import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../server/auth/passwords/passwords.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/database.ts'
import { openSite } from '../../server/site.ts'
import type { GrowthRequest } from '../bench/growth/request.ts'
import { REQUESTS } from '../bench/growth/requests.ts'
import { AFTER, accountsSql, BEFORE, filmsSql, PASSWORD } from '../bench/growth/sample-data.ts'
import { openMeasuredSite, type Site } from '../bench/growth/site.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../support/site/test-database.ts'

/** Enough rows that scanning any growing table costs more than using an index. */
const SIZE = { films: 6495, accounts: 1500, owned: 20 }

/** The rows that a request may read: twice the largest page of 1,000 rows, and some look-ups. */
const MAX_ROWS = 2400

/** Tables that do not grow with the site. The row rules read the ids of deleted films and sets once in each list. */
const ofOneSize = new Set(['reserved_words', 'deleted_films', 'deleted_sets'])

const bounded = REQUESTS.filter(({ growsWith }) => growsWith === undefined)

describe.each(ENGINES)('rows read in a catalogue five times as large on %s', (engine) => {
  let database: TestDatabase
  let db: Database
  let site: Site

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    db = await openSite(readConfig(database.env))
    const hash = await hashPassword(PASSWORD)
    await db.transaction(async (tx) => {
      for (const script of [BEFORE, filmsSql(SIZE), accountsSql(SIZE, 1, SIZE.accounts, hash), AFTER]) {
        await tx.script(script)
      }
    })
    site = await openMeasuredSite(db, database.env)
  })

  afterAll(async () => {
    await site?.close()
    await db?.close()
    await database?.remove()
  })

  test.each(bounded)('$name: the request scans no table', async ({ send }) => {
    const { rows, walked, whole } = await walkedBy(send)
    expect(walked.size).toBeGreaterThan(0)
    expect({ whole, rows }).toEqual({ whole: [], rows: expect.toSatisfy((rows) => rows <= MAX_ROWS) })
  })

  test.each(REQUESTS.filter(({ growsWith }) => growsWith !== undefined))(
    '$name: the request may scan the catalogue but no table of people’s rows',
    async ({ send }) => {
      const { whole } = await walkedBy(send)
      expect(
        whole.filter((table) => /^(user_|users|sessions|refresh_tokens|mark_changes)/.test(table)),
      ).toEqual([])
    },
  )

  async function walkedBy(send: GrowthRequest['send']) {
    site.take()
    await send(site, 0)
    const work = site.take()
    const whole = [...work.walked].filter(
      ([table, { isIndex, rows }]) => !isIndex && rows > 500 && !ofOneSize.has(table),
    )
    return { ...work, whole: whole.map(([table]) => table) }
  }
})
