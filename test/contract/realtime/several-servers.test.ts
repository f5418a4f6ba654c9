import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people/people.ts'
import { listen } from '../../support/realtime.ts'
import { startServer, startServerOn, type TestServer } from '../../support/site/server.ts'
import { startTcpProxy } from '../../support/site/tcp-proxy.ts'
import { newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

describe('two servers on one database', () => {
  let database: TestDatabase
  let servers: TestServer[]
  let anna: Person

  beforeAll(async () => {
    database = await newTestDatabase('postgres')
    servers = [await startServerOn(database), await startServerOn(database)]
    anna = await newPerson(servers[0] as TestServer, 'anna')
  })
  afterAll(async () => {
    for (const server of servers ?? []) await server.close()
    await database?.remove()
  })

  test('a change that one server writes is received from the other within a second', async () => {
    const [one, other] = servers as [TestServer, TestServer]
    const listening = await listen(await personAt(other, anna), { table: 'user_wishlist' })
    expect(listening.states).toEqual(['SUBSCRIBED'])
    const writer = await personAt(one, anna)
    const times: number[] = []
    for (let id = 1; id <= 5; id++) {
      const start = performance.now()
      await writer.from('user_wishlist').insert({ film_id: id }).throwOnError()
      await expect.poll(() => listening.received.length, { interval: 20, timeout: 10_000 }).toBe(id)
      times.push(performance.now() - start)
    }
    // The changes of 100 ms are announced together. A busy machine delays any of them, but not the fastest of five.
    expect(Math.min(...times)).toBeLessThan(1000)
    await listening.stop()
  })
})

test('after an outage of its server, a channel joins again and receives later changes', async () => {
  const server = await startServer('pglite')
  const proxy = await startTcpProxy(server.url)
  const anna = await newPerson(server, 'anna')
  const there = { ...server, url: proxy.addressOf(server.url) }
  const listening = await listen(await personAt(there, anna), { table: 'user_wishlist' })
  await proxy.cut()
  await expect.poll(() => listening.states).toContain('CHANNEL_ERROR')
  await proxy.restore()
  await expect.poll(() => listening.states.at(-1)).toBe('SUBSCRIBED')
  await anna.client.from('user_wishlist').insert({ film_id: 1 }).throwOnError()
  await expect.poll(() => listening.received.length).toBe(1)
  await listening.stop()
  await proxy.close()
  await server.close()
})

async function personAt(server: TestServer, { token }: Person) {
  const { createClient } = await import('@supabase/supabase-js')
  return createClient(server.url, server.key, { accessToken: async () => token })
}
