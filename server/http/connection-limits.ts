import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { network } from '../auth/limits/rate-limits.ts'

export interface ConnectionLimits {
  most: number
  /** Of one visitor: an IPv4 address, or a /64 network of IPv6. A trusted proxy brings many visitors and has no limit. */
  mostOfOne: number
  isTrusted: (request: Pick<IncomingMessage, 'socket'>) => boolean
}

interface Connection {
  socket: Socket
  /** The network of a visitor; undefined for a trusted proxy. */
  net: string | undefined
  /** Grows with each use of any connection. */
  lastUsed: number
  /** The latest answer while it is being made or sent; one that has been is let go, since most connections wait. */
  answer: ServerResponse | undefined
}

/**
 * Limits how many connections a server has. One more than it may have closes the one that has been idle for longest, of
 * the same visitor where that one has too many; else a visitor's before a proxy's, which may have just sent a request
 * that it must not send again. Where none is idle, the new one is closed. Idle is who waits for no answer, also before
 * the head of a request is whole.
 */
export function limitConnections(server: Server, { most, mostOfOne, isTrusted }: ConnectionLimits): void {
  const connections = new Map<Socket, Connection>()
  const ofNetwork = new Map<string, number>()
  let uses = 0

  server.on('connection', (socket: Socket) => {
    const net = isTrusted({ socket }) ? undefined : network(socket.remoteAddress ?? '')
    const isOneTooMany = net !== undefined && (ofNetwork.get(net) ?? 0) >= mostOfOne
    if (isOneTooMany || connections.size >= most) {
      const idle = longestIdle(isOneTooMany ? net : undefined)
      if (!idle) return void socket.destroy()
      forget(idle)
      idle.socket.destroy()
    }
    const connection: Connection = { socket, net, lastUsed: ++uses, answer: undefined }
    connections.set(socket, connection)
    if (net !== undefined) ofNetwork.set(net, (ofNetwork.get(net) ?? 0) + 1)
    socket.once('close', () => forget(connection))
  })

  server.on('request', ({ socket }, answer) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.lastUsed = ++uses
    connection.answer = answer
    answer.on('close', letGo)
  })

  /** One function for all answers. */
  function letGo(this: ServerResponse): void {
    const connection = connections.get(this.req.socket)
    if (connection?.answer === this) connection.answer = undefined
  }

  function longestIdle(net: string | undefined): Connection | undefined {
    let found: Connection | undefined
    for (const connection of connections.values()) {
      if (net !== undefined && connection.net !== net) continue
      if (isIdle(connection) && (!found || isBefore(connection, found))) found = connection
    }
    return found
  }

  function forget({ socket, net }: Connection): void {
    if (!connections.delete(socket) || net === undefined) return
    const left = (ofNetwork.get(net) ?? 1) - 1
    if (left > 0) ofNetwork.set(net, left)
    else ofNetwork.delete(net)
  }
}

function isIdle({ answer }: Connection): boolean {
  return answer === undefined
}

function isBefore(one: Connection, other: Connection): boolean {
  if ((one.net === undefined) !== (other.net === undefined)) return one.net !== undefined
  return one.lastUsed < other.lastUsed
}
