import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

const PIECE_BYTES = 1500
const PAUSE_MS = 20

/** The same site over a network on which a page comes in small pieces, everything else at once. */
export async function serveInPieces(site: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const passed = request(new URL(asked.url ?? '/', site), { method: asked.method ?? 'GET', headers })
    passed.on('response', async (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      if (!got.headers['content-type']?.startsWith('text/html')) {
        got.pipe(answer)
        return
      }
      const page = await buffer(got)
      for (let start = 0; start < page.length; start += PIECE_BYTES) {
        answer.write(page.subarray(start, start + PIECE_BYTES))
        await wait(PAUSE_MS)
      }
      answer.end()
    })
    asked.pipe(passed)
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
