import http from 'node:http'
import { performance } from 'node:perf_hooks'
import type { TestServer } from '../support/site/server.ts'

export interface Attack {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
  ms: number
}

const PATIENCE_MS = 30_000

/** Sends requests as they are, which `fetch` would mend or refuse, one after the other. */
export class Attacker {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  readonly #server: TestServer

  constructor(server: TestServer) {
    this.#server = server
  }

  /** Rejects where the connection is closed without an answer, or none comes in half a minute. */
  async send(attack: Attack): Promise<Answer> {
    // A connection that the server has just closed says nothing of this request.
    return this.#once(attack, this.#agent).catch(() => this.#once(attack, false))
  }

  close(): void {
    this.#agent.destroy()
  }

  #once({ method, path, headers, body }: Attack, agent: http.Agent | false): Promise<Answer> {
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
      request.on('timeout', () => request.destroy(new Error('No answer came.')))
      request.on('error', reject)
      request.end(body)
    })
  }
}
