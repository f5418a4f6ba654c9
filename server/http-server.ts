import { createServer, type RequestListener, type Server } from 'node:http'
import type { Answers } from './answers/answers.ts'

/** Each takes some 10 KB, and a body of up to 1 MB for up to 30 seconds. */
const MOST_CONNECTIONS = 2000

/**
 * Makes the server beneath the application, with what a connection may take. It answers by itself what was answered
 * before: most requests are, and the application would spend as much on each as on one that needs it.
 */
export function serverOver({ answer }: Pick<Answers, 'answer'>): (app: RequestListener) => Server {
  return (app) => {
    // A head is sent at once; whoever sends it, or a body, more slowly only holds the connection.
    const limits = { connectionsCheckingInterval: 5000, headersTimeout: 15_000, requestTimeout: 30_000 }
    const server = createServer({ ...limits, keepAliveTimeout: 72_000 }, (request, response) => {
      if (!answer(request, response)) app(request, response)
    })
    // Who does not read an answer has gone.
    server.setTimeout(75_000)
    server.maxConnections = MOST_CONNECTIONS
    return server
  }
}
