import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPage } from '../domain/paths.ts'
import { Refusal } from './refusal.ts'

const CONFIG_BLOCK = /(<script type="application\/json" id="config">)[^<]*(<\/script>)/

interface StaticOptions {
  webDir: string
  /** What the browser needs to reach the API, as the request's visitor sees this site. */
  clientConfig: (request: FastifyRequest) => object
}

/**
 * Serves the built web application: hashed assets for ever, other files as they are, and the page for every other
 * path, with status 404 where no page is.
 */
export async function staticRoutes(
  app: FastifyInstance,
  { webDir, clientConfig }: StaticOptions,
): Promise<void> {
  const html = await readFile(path.join(webDir, 'index.html'), 'utf8').catch(() => {
    throw new Refusal(
      `The web application is not built (${webDir} is missing); run npm start, or npm run build.`,
    )
  })

  await app.register(fastifyStatic, {
    root: path.join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })
  // Only the files there are get a route, so that every other path falls through to the page.
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    decorateReply: false,
    globIgnore: ['index.html', 'assets/**', '**/*.br', '**/*.gz'],
    maxAge: '1h',
  })

  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const config = JSON.stringify(clientConfig(request)).replaceAll('<', '\\u003c')
    const page = html.replace(CONFIG_BLOCK, (_, open: string, close: string) => open + config + close)
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
    reply.header('cache-control', 'no-cache').header('etag', etag).type('text/html; charset=utf-8')
    if (!isPage(request.url.replace(/\?.*$/s, ''))) return reply.code(404).send(page)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(page)
  }

  app.get('/', sendPage)
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(405).header('allow', 'GET, HEAD').send({ message: 'This address can only be read.' })
    }
    // A missing chunk must fail as a script, not load as a page.
    if (request.url.startsWith('/assets/')) return reply.code(404).type('text/plain').send('Not found')
    return sendPage(request, reply)
  })
}
