import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { homeInsteadOf, isPage, PATHS, usernameInPath } from '../domain/paths.ts'
import { toApiError } from './errors.ts'
import { type PageHead, renderPage } from './page.ts'
import type { ProfilePage } from './profile-page.ts'
import { Refusal } from './refusal.ts'

interface StaticOptions {
  webDir: string
  /** What the browser needs to reach the API, as the request's visitor sees this site. */
  clientConfig: (request: FastifyRequest) => object
  findProfile: (request: FastifyRequest, name: string) => Promise<ProfilePage>
}

/**
 * Serves the built web application: hashed assets for ever, other files as they are, and the page for every other
 * path, with status 404 where no page is.
 */
export async function staticRoutes(
  app: FastifyInstance,
  { webDir, clientConfig, findProfile }: StaticOptions,
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

  function sendPage(request: FastifyRequest, reply: FastifyReply, head?: PageHead): FastifyReply {
    const page = renderPage(html, clientConfig(request), head)
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
    reply.header('cache-control', 'no-cache').header('etag', etag).type('text/html; charset=utf-8')
    if (head?.unlisted) reply.header('x-robots-tag', 'noindex')
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(page)
  }

  /** For a status of the reply's own, under which nobody may keep the page. */
  function sendBare(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const page = renderPage(html, clientConfig(request))
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = '', query] = request.url.split(/\?(.*)/s)
    if (isPage(path)) return sendPage(request, reply)
    const name = usernameInPath(path)
    if (name === undefined) return sendBare(request, reply.code(404))
    const profile = await findProfile(request, name).catch((error: unknown) => {
      if (toApiError(error, true).status !== 503) throw error
    })
    // The page says by itself that the site is offline.
    if (!profile) return sendBare(request, reply.code(503))
    if (profile.kind === 'page') return sendPage(request, reply, profile.head)
    reply.header('cache-control', 'no-cache')
    const withView = (address: string) => (query ? `${address}?${query}` : address)
    if (profile.kind === 'elsewhere') return reply.redirect(withView(profile.path))
    // Only a browser that opens a page makes use of what was asked for.
    const isOpened = request.headers['sec-fetch-dest'] === 'document'
    return reply
      .header('vary', 'sec-fetch-dest')
      .redirect(isOpened ? withView(homeInsteadOf(profile.username)) : PATHS.home)
  }

  app.get('/', answer)
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(405).header('allow', 'GET, HEAD').send({ message: 'This address can only be read.' })
    }
    // A missing chunk must fail as a script, not load as a page.
    if (request.url.startsWith('/assets/'))
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    return answer(request, reply)
  })
}
