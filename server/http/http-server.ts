import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { dropForwardedPorts } from './trusted-proxy.ts'

/**
 * A connection takes some 10 KB, and a body of up to 1 MB for up to 30 seconds. Many visitors share one address behind
 * a provider, and all of them share one behind a proxy that is not trusted.
 */
const LIMITS = { total: 2000, perVisitor: 500 }

/**
 * Makes the HTTP server below the application, with limits on connections. It serves cached responses without the
 * application: most requests are repeated ones, and the application's overhead would be most of their cost.
 * @param isUpgrade whether a request is answered by the event `upgrade`; any other is answered like a plain request.
 */
export function createHttpServer(
  { serve }: Pick<ResponseCache, 'serve'>,
  isTrusted: ConnectionLimits['isTrusted'],
  isUpgrade: (request: IncomingMessage) => boolean,
): (app: RequestListener) => Server {
  return (app) => {
    // Clients send a request's head at once; a slower head or body would only hold the connection.
    const limits = { connectionsCheckingInterval: 5000, headersTimeout: 15_000, requestTimeout: 30_000 }
    const options = { ...limits, keepAliveTimeout: 72_000, shouldUpgradeCallback: isUpgrade }
    const server = createServer(options, (request, response) => {
      if (serve(request, response)) return
      dropForwardedPorts(request)
      app(request, response)
    })
    // Closes a connection whose client does not read the response.
    server.setTimeout(75_000)
    limitConnections(server, { ...LIMITS, isTrusted })
    return server
  }
}
