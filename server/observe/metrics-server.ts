import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Refusal } from '../refusal.ts'

interface Page {
  contentType: string
  text(): Promise<string>
}

/**
 * Serves `GET /metrics` on a port of its own, which visitors never reach.
 * @throws Refusal when the port cannot be listened on.
 */
export async function serveMetrics(
  page: Page,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const server = createServer(async ({ method, url }, answer) => {
    if (method !== 'GET' || url !== '/metrics')
      return answer.writeHead(404).end('Only GET /metrics is here.\n')
    try {
      const text = await page.text()
      answer.writeHead(200, { 'content-type': page.contentType }).end(text)
    } catch {
      answer.writeHead(500).end('The figures could not be collected.\n')
    }
  })
  server.listen(port, host)
  await once(server, 'listening').catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EADDRINUSE') {
      throw new Refusal(
        `METRICS_PORT is ${port}, which another program uses; set it to a free port, or leave it out.`,
      )
    }
    throw new Refusal(
      `METRICS_HOST is ${host}, which cannot be listened on at METRICS_PORT ${port} (${message}); set them to an address of this machine and a free port above 1023.`,
    )
  })
  // It is there for the server, and ends with it.
  server.unref()
  return server
}
