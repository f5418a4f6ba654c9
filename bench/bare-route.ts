import Fastify from 'fastify'

// The limit of the HTTP side: a Fastify route that only sends bytes it holds, and one that only says they are known.
let body = Buffer.alloc(0)
const app = Fastify()
app.get('/', (_, reply) => reply.type('application/json; charset=utf-8').send(body))
app.get('/unchanged', (_, reply) => reply.code(304).send())
const url = await app.listen({ port: 0, host: '127.0.0.1' })

process.on('message', (bytes: string) => {
  body = Buffer.from(bytes)
  process.send?.(url)
})
process.on('SIGTERM', () => process.exit(0))
