import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { network } from './networks.ts'

export interface ConnectionLimits {
  total: number
  /**
   * The most connections of one visitor: an IPv4 address, or a /64 network of IPv6. A trusted proxy has no such limit,
   * because it carries many visitors.
   */
  perVisitor: number
  isTrusted: (request: Pick<IncomingMessage, 'socket'>) => boolean
}

interface Connection {
  socket: Socket
  /** The network of a visitor; undefined for a trusted proxy. */
  net: string | undefined
  /** A counter that grows with each use of any connection. */
  lastUsed: number
  /** The latest response, until it has been sent. It is released then, since most connections are idle. */
  response: ServerResponse | undefined
  /** Whether it has become a WebSocket, which is never idle: it has limits of its own (server/realtime/). */
  isUpgraded: boolean
}

/**
 * Limits the number of a server's connections. A connection beyond a limit closes the one that has been idle for
 * longest: one of the same visitor if that visitor has too many; otherwise a visitor's rather than a proxy's, because a
 * proxy may have just sent a request over it that it must not send again. If none is idle, the new connection is
 * closed. A connection is idle while no response is due on it, which includes the time before a request's head is
 * complete.
 */
export function limitConnections(server: Server, { total, perVisitor, isTrusted }: ConnectionLimits): void {
  const connections = new Map<Socket, Connection>()
  const countOf = new Map<string, number>()
  let uses = 0

  server.on('connection', (socket: Socket) => {
    const net = isTrusted({ socket }) ? undefined : network(socket.remoteAddress ?? '')
    const isVisitorFull = net !== undefined && (countOf.get(net) ?? 0) >= perVisitor
    if (isVisitorFull || connections.size >= total) {
      const idle = longestIdle(isVisitorFull ? net : undefined)
      if (!idle) return void socket.destroy()
      forget(idle)
      idle.socket.destroy()
    }
    const connection: Connection = { socket, net, lastUsed: ++uses, response: undefined, isUpgraded: false }
    connections.set(socket, connection)
    if (net !== undefined) countOf.set(net, (countOf.get(net) ?? 0) + 1)
    socket.once('close', () => forget(connection))
  })

  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.lastUsed = ++uses
    connection.response = response
    response.on('close', releaseResponse)
  })

  server.on('upgrade', ({ socket }) => {
    const connection = connections.get(socket)
    if (connection) connection.isUpgraded = true
  })

  /** One function for all responses, so that no closure is made for each. */
  function releaseResponse(this: ServerResponse): void {
    const connection = connections.get(this.req.socket)
    if (connection?.response === this) connection.response = undefined
  }

  function longestIdle(net: string | undefined): Connection | undefined {
    let found: Connection | undefined
    for (const connection of connections.values()) {
      if (net !== undefined && connection.net !== net) continue
      if (isIdle(connection) && (!found || closesBefore(connection, found))) found = connection
    }
    return found
  }

  function forget({ socket, net }: Connection): void {
    if (!connections.delete(socket) || net === undefined) return
    const left = (countOf.get(net) ?? 1) - 1
    if (left > 0) countOf.set(net, left)
    else countOf.delete(net)
  }
}

function isIdle({ response, isUpgraded }: Connection): boolean {
  return response === undefined && !isUpgraded
}

function closesBefore(one: Connection, other: Connection): boolean {
  if ((one.net === undefined) !== (other.net === undefined)) return one.net !== undefined
  return one.lastUsed < other.lastUsed
}
