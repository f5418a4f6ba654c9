import http from 'node:http'
import { performance } from 'node:perf_hooks'
import type { TestServer } from '../support/site/server.ts'

export interface Attack {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
}

export interface TimedResponse {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
  ms: number
}

const PATIENCE_MS = 30_000

/** Sends requests unchanged, one after the other. `fetch` would correct or refuse some of them. */
export class Attacker {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  readonly #server: TestServer

  constructor(server: TestServer) {
    this.#server = server
  }

  /** Rejects if the connection closes without a response, or after 30 seconds. */
  async send(attack: Attack): Promise<TimedResponse> {
    // The server may have just closed the reused connection; then the request is sent again on a new one.
    return this.#once(attack, this.#agent).catch(() => this.#once(attack, false))
  }

  close(): void {
    this.#agent.destroy()
  }

  #once({ method, path, headers, body }: Attack, agent: http.Agent | false): Promise<TimedResponse> {
    const { hostname, port } = new URL(this.#server.url)
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const request = http.request(
        { hostname, port, method, path, agent, timeout: PATIENCE_MS, headers },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
              ms: performance.now() - began,
            }),
          )
        },
      )
      request.on('timeout', () => request.destroy(new Error('No response came.')))
      request.on('error', reject)
      request.end(body)
    })
  }
}
