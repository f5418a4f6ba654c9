import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPlace, type Place } from './place.ts'
import { startServerAt, type TestServer } from './server.ts'

let place: Place
let server: TestServer

beforeAll(async () => {
  place = await newPlace('pglite')
  server = await startServerAt(place)
})

afterAll(async () => {
  await server?.close()
  await place?.remove()
})

const films = (query = 'select=spine&limit=1') =>
  fetch(`${server.url}/rest/v1/films?${query}`, { headers: { apikey: server.key } })

test('JSON nested as deep as a body can be is refused, and the engine goes on', async () => {
  const deep = `{"spine":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
  const answer = await fetch(`${server.url}/rest/v1/rpc/profile_counts`, {
    method: 'POST',
    headers: { apikey: server.key, 'content-type': 'application/json' },
    body: deep,
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect((await films()).status).toBe(200)
})
