import Fastify from 'fastify'

/** The body and the headers that the routes send. */
export interface Sent {
  body: string
  headers: Record<string, string>
  headersOfUnchanged: Record<string, string>
}

// The upper limit of HTTP: a Fastify route that only sends stored bytes, and one that only sends a 304.
let body = Buffer.alloc(0)
let sent: Pick<Sent, 'headers' | 'headersOfUnchanged'> = { headers: {}, headersOfUnchanged: {} }
const app = Fastify()
app.get('/', (_, reply) => reply.headers(sent.headers).send(body))
app.get('/unchanged', (_, reply) => reply.code(304).headers(sent.headersOfUnchanged).send())
const url = await app.listen({ port: 0, host: '127.0.0.1' })

process.on('message', (received: Sent) => {
  sent = received
  body = Buffer.from(received.body)
  process.send?.(url)
})
process.on('SIGTERM', () => process.exit(0))
