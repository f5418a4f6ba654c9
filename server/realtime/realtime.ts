import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import type { SiteKeys } from '../auth/keys/keys.ts'
import { type AuthenticateToken, isApiKey } from '../auth/sessions/authenticate.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Lifecycle } from '../http/lifecycle.ts'
import { BUSY, type LoadShedding } from '../http/load-shedding.ts'
import { network } from '../http/networks.ts'
import { isUnambiguouslyFramed } from '../http/reject-ambiguous-framing.ts'
import { visitorAddress } from '../http/trusted-proxy.ts'
import { logFailure } from '../observe/log.ts'
import { realtimeConnections } from '../observe/tallies.ts'
import type { SchemaCache } from '../rest/schema/schema-cache.ts'
import { type Connection, type ConnectionContext, openConnection, SILENCE_MS } from './connection.ts'
import { openHub } from './hub.ts'
import { MAX_MESSAGE_BYTES, VERSION } from './protocol.ts'

export const REALTIME_PATH = '/realtime/v1/websocket'

/**
 * Half of the connections of a process (`createHttpServer`) stay free for requests. A person has a few devices with a few
 * tabs each; many people share one network.
 */
const LIMITS = { total: 1000, perNetwork: 200, perPerson: 20 }

interface Parts {
  config: Pick<Config, 'trustProxy'>
  db: Database
  keys: SiteKeys
  schema: SchemaCache
  loadShedding: Pick<LoadShedding, 'runInSlot'>
  lifecycle: Lifecycle
  authenticateToken: AuthenticateToken
}

/** Whether a request may become a WebSocket. All others are answered as if they asked for no upgrade. */
export function isRealtimeUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && pathOf(url) === REALTIME_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Serves Supabase Realtime's changes of tables over WebSockets.
 * @returns a promise that rejects if the database cannot be listened to.
 */
export function serveRealtime(app: FastifyInstance, parts: Parts): Promise<void> {
  const { config, db, keys, schema, lifecycle, authenticateToken } = parts
  const runInSlot: ConnectionContext['runInSlot'] = (visitor, work) =>
    parts.loadShedding.runInSlot(visitor, work)
  const onFailure = logFailure(app.log, 'Something failed for those who listen to changes.')
  const hub = openHub({ db, schema, runInSlot, onFailure })
  const addressOf = visitorAddress(config.trustProxy)
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  })
  const connections = new Set<Connection>()
  const countOf = new Map<string, number>()
  const ofPerson = new Map<string, Set<Connection>>()

  const context: ConnectionContext = {
    db,
    hub,
    schema,
    authenticateToken,
    runInSlot,
    admit(connection, userId) {
      const own = ofPerson.get(userId) ?? new Set()
      if (own.size >= LIMITS.perPerson) return false
      ofPerson.set(userId, own.add(connection))
      return true
    },
    release(connection, userId) {
      const own = ofPerson.get(userId)
      own?.delete(connection)
      if (own?.size === 0) ofPerson.delete(userId)
    },
    onFailure,
  }

  app.server.on('upgrade', (request, socket, head) => {
    const net = network(addressOf(request))
    const refusal = refusalOf(request, net)
    if (refusal) {
      realtimeConnections.add('refused')
      return refuse(socket, ...refusal)
    }
    countOf.set(net, (countOf.get(net) ?? 0) + 1)
    socket.once('close', () => {
      const left = (countOf.get(net) ?? 1) - 1
      if (left > 0) countOf.set(net, left)
      else countOf.delete(net)
    })
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      realtimeConnections.add('opened')
      const connection = openConnection(webSocket, { ip: net, apiKey: keys.publishable }, context)
      connections.add(connection)
      webSocket.on('close', () => {
        realtimeConnections.add('closed')
        connections.delete(connection)
      })
      if (lifecycle.isStopping) connection.stop()
    })
  })

  function refusalOf(request: IncomingMessage, net: string): [status: number, message: string] | undefined {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const { headers } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (!isUnambiguouslyFramed(request) || hasBody) return [400, 'This is not a request for a WebSocket.']
    if (!isApiKey(keys.publishable, searchParams.get('apikey'))) return [401, 'Invalid API key']
    if (searchParams.get('vsn') !== VERSION) return [400, `This server speaks version ${VERSION} (vsn).`]
    if (lifecycle.isStopping) return [503, 'This server is stopping. Please try again.']
    const isFull = connections.size >= LIMITS.total || (countOf.get(net) ?? 0) >= LIMITS.perNetwork
    return isFull ? [BUSY.status, BUSY.message] : undefined
  }

  const timer = setInterval(() => {
    for (const connection of connections) connection.check()
  }, SILENCE_MS / 4)
  timer.unref()
  // A client connects again after a second, to another server if there is one.
  const stop = () => {
    for (const connection of connections) connection.stop()
  }
  lifecycle.onStop(stop)
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => stop())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await hub.close()
  })
  return hub.ready
}

/** Answers a request for a WebSocket with an error, and closes its connection. */
function refuse(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...(status === 503 ? ['retry-after: 2'] : []),
  ]
  socket.on('error', () => {})
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
