import { Agent, request } from 'node:http'
import type { DearRequest, Role } from './request.ts'

export interface Answer {
  ms: number
  /** 0 for a lost connection. */
  status: number
  bytes: number
}

/** The headers of each role. */
export type Credentials = Record<Role, Record<string, string>>

export type Send = (sent: DearRequest, round: number) => Promise<Answer>

/**
 * Returns a client that keeps 50 connections open and reads each response as bytes.
 * @param localAddress the address from which it connects.
 */
export function openClient(
  url: string,
  credentials: Credentials,
  localAddress = '127.0.0.1',
): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  function send({ as, method, path, headers, body }: DearRequest, round: number): Promise<Answer> {
    const text = body && JSON.stringify(body(round))
    return new Promise((resolve) => {
      const start = performance.now()
      const lose = () => resolve({ ms: performance.now() - start, status: 0, bytes: 0 })
      const sent = request(
        `${url}${path(round)}`,
        {
          agent,
          localAddress,
          method,
          headers: {
            'accept-encoding': 'br, gzip',
            ...credentials[as],
            ...headers,
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
          },
        },
        (response) => {
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
          })
          response.on('end', () =>
            resolve({ ms: performance.now() - start, status: response.statusCode ?? 0, bytes }),
          )
          response.on('error', lose)
        },
      )
      sent.on('error', lose)
      sent.end(text)
    })
  }
  return { send, close: () => agent.destroy() }
}
