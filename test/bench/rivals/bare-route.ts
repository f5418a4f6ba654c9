import Fastify from 'fastify'

/** What the routes send, headers and all. */
export interface Sent {
  body: string
  headers: Record<string, string>
  headersOfUnchanged: Record<string, string>
}

// The limit of the HTTP side: a Fastify route that only sends bytes it holds, and one that only says they are known.
let body = Buffer.alloc(0)
let sent: Pick<Sent, 'headers' | 'headersOfUnchanged'> = { headers: {}, headersOfUnchanged: {} }
const app = Fastify()
app.get('/', (_, reply) => reply.headers(sent.headers).send(body))
app.get('/unchanged', (_, reply) => reply.code(304).headers(sent.headersOfUnchanged).send())
const url = await app.listen({ port: 0, host: '127.0.0.1' })

process.on('message', (told: Sent) => {
  sent = told
  body = Buffer.from(told.body)
  process.send?.(url)
})
process.on('SIGTERM', () => process.exit(0))
