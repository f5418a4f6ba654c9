import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startReverseProxy } from '../support/reverse-proxy.ts'
import { stopProcess } from '../support/site/programs.ts'
import { startSiteForTest } from '../support/site/started-site.ts'
import { newTestDatabase } from '../support/site/test-database.ts'
import { isSuccess, startTraffic } from '../support/traffic.ts'

const RESTARTS = Number(process.env.RESTARTS ?? 2)

test.each([
  ['keeps its connections', true],
  ['makes one for each request', false],
])('a rolling restart loses no request of a proxy that %s', async (what, keepAlive) => {
  const database = await newTestDatabase('postgres')
  const sites = [await startSiteForTest(database.env), await startSiteForTest(database.env)]
  const ports = sites.map(({ url }) => Number(new URL(url).port))
  const proxy = await startReverseProxy(
    sites.map(({ url }) => url),
    keepAlive,
  )
  const traffic = await startTraffic(proxy.url, 'anna')
  for (let restart = 0; restart < RESTARTS; restart++) {
    const which = restart % sites.length
    await traffic.served(100)
    await stopProcess(sites[which]?.child as ChildProcess)
    sites[which] = await startSiteForTest(database.env, ports[which])
  }
  await traffic.served(100)
  const { onWishlist } = await traffic.stop()
  const { outcomes } = traffic
  const failed = outcomes.filter((outcome) => !isSuccess(outcome))
  console.log(
    `A proxy that ${what}: ${outcomes.length} requests, ${outcomes.filter(({ what }) => what === 'write').length} ` +
      `of them writes, during ${RESTARTS} restarts; ${failed.length} failed, ` +
      `${proxy.passedOver} went to the other server.`,
  )
  expect(failed.slice(0, 5)).toEqual([])
  expect(await wishlist(database.env.DATABASE_URL ?? '')).toEqual([...onWishlist].toSorted((a, b) => a - b))
  await proxy.close()
  await Promise.all(sites.map(({ child }) => stopProcess(child)))
  await database.remove()
})

async function wishlist(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select film_id from public.user_wishlist order by film_id')
  await client.end()
  return rows.map(({ film_id }) => Number(film_id))
}
