import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import type { Metrics } from './metrics.ts'

type Address = NonNullable<Config['metrics']>

/**
 * Serves `GET /metrics` on a separate port, which visitors never reach.
 * @throws Refusal if it cannot listen on the port.
 */
export async function serveMetrics(
  { contentType, text }: Pick<Metrics, 'contentType' | 'text'>,
  address: Address,
): Promise<Server> {
  const server = await listen(address, async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics')
      return response.writeHead(404).end('Only GET /metrics is served here.\n')
    try {
      const metrics = await text()
      response.writeHead(200, { 'content-type': contentType }).end(metrics)
    } catch {
      response.writeHead(500).end('The metrics could not be collected.\n')
    }
  })
  // The process must not stay alive for this server alone.
  server.unref()
  return server
}

/** @throws Refusal if the server could not listen on the port. */
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
      `METRICS_PORT is ${port} and METRICS_HOST ${host}, where the server cannot listen (${message}); set them to a free port above 1023 and an address of this machine.`,
    )
  })
  return server
}
