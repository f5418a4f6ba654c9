import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import type { Metrics } from './metrics.ts'

type Address = NonNullable<Config['metrics']>

/**
 * Serves `GET /metrics` on a port of its own, which visitors never reach.
 * @throws Refusal when the port cannot be listened on.
 */
export async function serveMetrics(
  { contentType, text }: Pick<Metrics, 'contentType' | 'text'>,
  address: Address,
): Promise<Server> {
  const server = await listen(address, async ({ method, url }, answer) => {
    if (method !== 'GET' || url !== '/metrics')
      return answer.writeHead(404).end('Only GET /metrics is here.\n')
    try {
      const figures = await text()
      answer.writeHead(200, { 'content-type': contentType }).end(figures)
    } catch {
      answer.writeHead(500).end('The figures could not be collected.\n')
    }
  })
  // It is there for the site, and ends with it.
  server.unref()
  return server
}

/** @throws Refusal when the port cannot be listened on. */
export async function requireFreeMetricsPort(address: Address): Promise<void> {
  const server = await listen(address, () => {})
  server.close()
  await once(server, 'close')
}

async function listen({ port, host }: Address, onRequest: RequestListener): Promise<Server> {
  const server = createServer(onRequest).listen(port, host)
  await once(server, 'listening').catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EADDRINUSE') {
      throw new Refusal(
        `METRICS_PORT is ${port}, which another program uses; set it to a free port, or leave it out.`,
      )
    }
    throw new Refusal(
      `METRICS_PORT is ${port} and METRICS_HOST ${host}, which cannot be listened on (${message}); set them to a free port above 1023 and an address of this machine.`,
    )
  })
  return server
}
