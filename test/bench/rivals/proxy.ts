import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

// Forwards each connection to the next of SERVERS, as a TCP load balancer does.
const servers = (process.env.SERVERS ?? '').split(',').map((url) => new URL(url))
let turn = 0

const proxy = createServer((visitor) => {
  const { hostname = '', port = 0 } = servers[turn++ % servers.length] ?? {}
  const server = connect(Number(port), hostname)
  visitor.pipe(server).pipe(visitor)
  for (const socket of [visitor, server]) {
    socket.setNoDelay(true)
    socket.on('error', () => {
      visitor.destroy()
      server.destroy()
    })
  }
}).listen(0, '127.0.0.1')
const listening = once(proxy, 'listening')

process.on('message', async () => {
  await listening
  process.send?.(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
})
