import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 20

/** Starts a proxy before the site that sends HTML in small chunks with pauses, and everything else at once. */
export async function startSlowHtmlProxy(
  site: string,
  chunkBytes = 1500,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const method = incoming.method ?? 'GET'
    const forwarded = request(new URL(incoming.url ?? '/', site), { method, headers })
    forwarded.on('response', async (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      if (!response.headers['content-type']?.startsWith('text/html')) {
        response.pipe(outgoing)
        return
      }
      const html = await buffer(response)
      for (let start = 0; start < html.length; start += chunkBytes) {
        outgoing.write(html.subarray(start, start + chunkBytes))
        await wait(PAUSE_MS)
      }
      outgoing.end()
    })
    incoming.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
