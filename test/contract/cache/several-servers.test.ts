import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServerOn, type TestServer } from '../../support/site/server.ts'
import { newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

const EDITS = 20

/** The goal is 100 ms on a quiet machine, which the benchmark measures; this test allows for other load. */
const SHOWN_MS = 1000

describe('two servers on one database', () => {
  let database: TestDatabase
  let servers: TestServer[]
  let admin: Person

  beforeAll(async () => {
    database = await newTestDatabase('postgres')
    servers = [await startServerOn(database), await startServerOn(database)]
    admin = await newPerson(servers[0] as TestServer, 'ada', 'admin')
  })

  afterAll(async () => {
    for (const server of servers ?? []) await server.close()
    await database?.remove()
  })

  const titleAt = async (server: TestServer) => {
    const films = visitor(server).client.from('films').select('title')
    const { data } = await films.order('spine').limit(1).single().throwOnError()
    return data.title
  }

  test('each server shows an admin’s edit at once and never an older state afterwards', async () => {
    const times: number[] = []
    for (let edit = 0; edit < EDITS; edit++) {
      // Repeated requests, so that every server caches the response.
      for (const server of servers) for (let i = 0; i < 3; i++) await titleAt(server)
      const title = `Edited ${edit}`
      await admin.client.from('films').update({ title }).eq('spine', 1).throwOnError()
      expect(await titleAt(servers[0] as TestServer), 'the server that made the edit, at once').toBe(title)
      const start = performance.now()
      while ((await titleAt(servers[1] as TestServer)) !== title) {
        expect(performance.now() - start).toBeLessThan(20_000)
      }
      times.push(performance.now() - start)
      for (const server of servers) expect(await titleAt(server)).toBe(title)
    }
    expect(times.toSorted((a, b) => a - b)[EDITS / 2], 'the median').toBeLessThan(SHOWN_MS)
  })
})
