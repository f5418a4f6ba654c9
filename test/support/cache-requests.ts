import { request } from 'node:http'
import { cacheRequests } from '../../server/observe/tallies.ts'
import type { TestServer } from './site/server.ts'

export interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Sends a request without additional headers, and returns the response without decoding it. */
export function sendToRest(
  { url, key }: Pick<TestServer, 'url' | 'key'>,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/rest/v1/${path}`,
      { method, headers: { apikey: key, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

export async function fetchRows<T = Record<string, unknown>>(
  server: Pick<TestServer, 'url' | 'key'>,
  path: string,
): Promise<T[]> {
  return JSON.parse((await sendToRest(server, path)).body.toString()) as T[]
}

/** Returns the numbers of cached (hits) and computed (misses) responses since the process started. */
export function cacheCounts(): { hits: number; misses: number } {
  const countOf = (result: string) =>
    cacheRequests.counts().find(({ labels }) => labels.cache === 'answers' && labels.result === result)
      ?.count ?? 0
  return { hits: countOf('hit'), misses: countOf('miss') }
}

/** Resolves when the server has received the notifications of all committed changes. */
export async function notificationsDelivered({ db }: TestServer): Promise<void> {
  const delivered = Promise.withResolvers<void>()
  const stop = await db.listen('delivered_to_test', () => delivered.resolve())
  await db.query(`select pg_notify('delivered_to_test', '')`)
  await delivered.promise
  await stop()
}

/** Changes a film without a notification, so that only a computed response shows the new title. */
export async function updateWithoutNotification(
  { db }: TestServer,
  spine: number,
  title: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.script('alter table public.films disable trigger films_announce_update')
    await tx.query('update public.films set title = $1 where spine = $2', [title, spine])
    await tx.script('alter table public.films enable trigger films_announce_update')
  })
}
