import { createServer, type RequestListener, type Server } from 'node:http'
import type { Answers } from '../response-cache/response-cache.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { dropForwardedPorts } from './trusted-proxy.ts'

/**
 * Each takes some 10 KB, and a body of up to 1 MB for up to 30 seconds. Many visitors share an address behind a provider,
 * or all of them where a proxy is not trusted.
 */
const LIMITS = { most: 2000, mostOfOne: 500 }

/**
 * Makes the server beneath the application, with what a connection may take. It answers by itself what was answered
 * before: most requests are, and the application would spend as much on each as on one that needs it.
 */
export function serverOver(
  { answer }: Pick<Answers, 'answer'>,
  isTrusted: ConnectionLimits['isTrusted'],
): (app: RequestListener) => Server {
  return (app) => {
    // A head is sent at once; whoever sends it, or a body, more slowly only holds the connection.
    const limits = { connectionsCheckingInterval: 5000, headersTimeout: 15_000, requestTimeout: 30_000 }
    const server = createServer({ ...limits, keepAliveTimeout: 72_000 }, (request, response) => {
      if (answer(request, response)) return
      dropForwardedPorts(request)
      app(request, response)
    })
    // Who does not read an answer has gone.
    server.setTimeout(75_000)
    limitConnections(server, { ...LIMITS, isTrusted })
    return server
  }
}
