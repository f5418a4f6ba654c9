import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { homeInsteadOf, isPage, PATHS, usernameInPath } from '../domain/paths.ts'
import type { Answers } from './answers/answers.ts'
import { ApiError, toApiError } from './errors.ts'
import { logFailedRequest } from './observe/log.ts'
import { type Drawing, type PageHead, renderPage } from './page.ts'
import { linkHeader, linksToFiles } from './page-files.ts'
import type { ProfilePage } from './profile-page.ts'
import { Refusal } from './refusal.ts'
import { loadRenderer } from './renderer.ts'

export interface PageOptions {
  webDir: string
  /** What the browser needs to reach the API, as the request's visitor sees this site. */
  clientConfig: (request: FastifyRequest) => object
  findProfile: (request: FastifyRequest, name: string) => Promise<ProfilePage>
  /** Does work for a request in a place of its own. @throws ApiError 503 where there is none. */
  admit: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /** Answers what every visitor may read of the API. */
  read: typeof fetch
  /** Keeps the pages that announce what changes them. */
  answers: Pick<Answers, 'keep' | 'send' | 'sendOnce'>
}

const HTML = 'text/html; charset=utf-8'

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Answers the address of any page, and with status 404 where no page is. */
export async function pageAnswers({
  webDir,
  clientConfig,
  findProfile,
  admit,
  read,
  answers,
}: PageOptions): Promise<Answer> {
  const [html, manifest, renderer] = await Promise.all([
    readFile(path.join(webDir, 'index.html'), 'utf8'),
    readFile(path.join(webDir, '.vite/manifest.json'), 'utf8').then(JSON.parse),
    loadRenderer(webDir),
  ]).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Refusal(
      `The web application is not built (${webDir} is not complete); run npm start, or npm run build.`,
    )
  })

  const headers = { 'content-type': HTML, link: linkHeader(html) }

  async function draw(request: FastifyRequest, address: string): Promise<Drawing> {
    const page = await admit(request, () => renderer.draw(address, read))
    return { ...page, links: page.source ? linksToFiles(manifest, page.source) : '' }
  }

  /** Without its films, the page asks for them in the browser, and says by itself what is wrong. */
  function doWithout(request: FastifyRequest, error: unknown): undefined {
    // What could not be read has told why; what could not be drawn is a fault of ours.
    const isUnread = error instanceof ApiError || (error instanceof Error && error.cause !== undefined)
    if (!isUnread) logFailedRequest(request, error)
  }

  /** The home page: who asks for the same gets the same, until a film changes. */
  async function sendHome(
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
  ): Promise<FastifyReply> {
    const config = clientConfig(request)
    const kept = await answers
      .keep(`page ${JSON.stringify(config)} ${address}`, ['films'], async () => ({
        ...{ status: 200, headers },
        body: renderPage(html, config, undefined, await draw(request, address)),
      }))
      .catch((error: unknown) => doWithout(request, error))
    return kept ? answers.send(request, reply, kept) : sendPage(request, reply)
  }

  function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    head?: PageHead,
    drawing?: Drawing,
  ): Promise<FastifyReply> {
    return answers.sendOnce(request, reply, {
      status: 200,
      headers: head?.unlisted ? { ...headers, 'x-robots-tag': 'noindex' } : headers,
      body: renderPage(html, clientConfig(request), head, drawing),
    })
  }

  /** For a status of the reply's own, under which nobody may keep the page. */
  function sendBare(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const page = renderPage(html, clientConfig(request))
    return reply.header('cache-control', 'no-cache').headers(headers).send(page)
  }

  return async (request, reply) => {
    const [path, query] = split(request.url)
    const address = renderer.addressOf(path, query)
    if (isPage(path)) return address ? sendHome(request, reply, address) : sendPage(request, reply)
    const name = usernameInPath(path)
    if (name === undefined || !address) return sendBare(request, reply.code(404))
    const profile = await findProfile(request, name).catch((error: unknown) => {
      if (toApiError(error, true).status !== 503) throw error
    })
    // The page says by itself that the site is offline.
    if (!profile) return sendBare(request, reply.code(503))
    if (profile.kind === 'page') {
      const drawing = await draw(request, address).catch((error: unknown) => doWithout(request, error))
      return sendPage(request, reply, profile.head, drawing)
    }
    reply.header('cache-control', 'no-cache')
    const withView = (address: string) => (query ? `${address}?${query}` : address)
    if (profile.kind === 'elsewhere') return reply.redirect(withView(profile.path))
    // Only a browser that opens a page makes use of what was asked for.
    const isOpened = request.headers['sec-fetch-dest'] === 'document'
    return reply
      .header('vary', 'sec-fetch-dest')
      .redirect(isOpened ? withView(homeInsteadOf(profile.username)) : PATHS.home)
  }
}

function split(url: string): [path: string, query: string] {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  return [path, query]
}
