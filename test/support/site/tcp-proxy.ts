import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PassThrough, type Transform } from 'node:stream'

/** A TCP proxy in front of a server, whose connections a test can break. */
export interface TcpProxy {
  /** Returns the address of a database with this proxy as its host and port. */
  addressOf(url: string): string
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>
  /** Drops all further bytes and keeps the connections open, as a firewall that has forgotten them. */
  stall(): void
  /** Accepts new connections again. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** @param change transforms what the server sends. */
export async function startTcpProxy(
  to: string,
  change: () => Transform = () => new PassThrough(),
): Promise<TcpProxy> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let isSwallowing = false
  const server = createServer((near) => {
    keep(near)
    if (isSwallowing) return
    const far = keep(connect(Number(port), hostname))
    near.pipe(far).pipe(change()).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })

  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  async function listen(on: number): Promise<number> {
    server.listen(on, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }

  const own = await listen(0)
  return {
    addressOf(url) {
      const there = new URL(url)
      there.host = `127.0.0.1:${own}`
      return there.href
    },
    cut: stop,
    stall() {
      isSwallowing = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async restore() {
      isSwallowing = false
      if (!server.listening) await listen(own)
    },
    close: stop,
  }
}
