import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type PageOptions, pageHandler } from '../pages/page-handler.ts'

/**
 * Serves the built web application: hashed assets, cacheable for ever; the other files; and the page for every other
 * path, with status 404 if no page has the path.
 */
export async function staticRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { webDir } = options
  const handlePage = await pageHandler(options)

  await app.register(fastifyStatic, {
    root: path.join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })
  // Only existing files get a route, so that every other path falls through to the page.
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    decorateReply: false,
    globIgnore: ['index.html', 'assets/**', 'server/**', '**/*.br', '**/*.gz'],
    maxAge: '1h',
  })

  app.get('/', handlePage)
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply
        .code(405)
        .headers({ allow: 'GET, HEAD', 'cache-control': 'no-store' })
        .send({ message: 'This address can only be read.' })
    }
    // The request for a missing chunk must fail, not return a page.
    if (request.url.startsWith('/assets/')) {
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('Not found')
    }
    return handlePage(request, reply)
  })
}
