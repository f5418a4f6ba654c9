import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load-balancing proxy in front of several servers. */
export interface ReverseProxy {
  url: string
  /** The number of times that a server was skipped because it was not ready or refused the connection. */
  readonly passedOver: number
  close(): Promise<void>
}

const READY_EVERY_MS = 100

/**
 * Forwards requests to the servers in turn. It polls `/ready`; a server that is not ready or refuses the connection is
 * skipped, and the request goes to the next one. No request is sent twice: if a connection breaks after it was opened,
 * the response is 502.
 * @param keepAlive whether connections to the servers are reused.
 */
export async function startReverseProxy(servers: string[], keepAlive: boolean): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive })
  const notReady = new Set<string>()
  const asking = setInterval(() => {
    for (const server of servers) {
      fetch(`${server}/ready`).then(
        ({ ok }) => (ok ? notReady.delete(server) : notReady.add(server)),
        () => notReady.add(server),
      )
    }
  }, READY_EVERY_MS)
  let turn = 0
  let refused = 0

  async function pass(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await asked.toArray())
    const first = turn++
    for (let attempt = 0; attempt < servers.length; attempt++) {
      const server = servers[(first + attempt) % servers.length] ?? ''
      if (notReady.has(server)) {
        refused++
        continue
      }
      try {
        const given = await send(server, asked, body)
        response.writeHead(given.statusCode ?? 502, withoutHopByHop(given.headers))
        given.pipe(response)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') {
          return fail(response, String(error))
        }
        refused++
      }
    }
    fail(response, 'no server takes a connection')
  }

  function send(server: string, { method, url, headers }: IncomingMessage, body: Buffer) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(new URL(url ?? '/', server), { method, headers: withoutHopByHop(headers), agent })
      sent.on('response', resolve)
      sent.on('error', reject)
      sent.end(body)
    })
  }

  const proxy = createServer(pass)
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    get passedOver() {
      return refused
    },
    async close() {
      clearInterval(asking)
      agent.destroy()
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

function withoutHopByHop({ connection: _, 'keep-alive': __, ...headers }: IncomingMessage['headers']) {
  return headers
}

function fail(response: ServerResponse, reason: string): void {
  response.writeHead(502, { 'content-type': 'text/plain' }).end(reason)
}
