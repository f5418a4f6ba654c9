import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReadPage } from '../../domain/page-renderer.ts'
import { homeInsteadOf, isPage, PATHS, usernameInPath } from '../../domain/paths.ts'
import { ApiError, toApiError } from '../errors.ts'
import { logFailedRequest } from '../observe/log.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../response-cache/cached-response.ts'
import type { Answers } from '../response-cache/response-cache.ts'
import { linkHeader, linksToFiles } from './page-assets.ts'
import { type Drawing, type PageHead, renderPage } from './page-html.ts'
import type { ProfilePage } from './profile-head.ts'
import { loadRenderer } from './renderer.ts'

export interface PageOptions {
  webDir: string
  /** What the browser needs to reach the API. */
  clientConfig: () => object
  findProfile: (request: FastifyRequest, name: string) => Promise<ProfilePage>
  /** Does work for a request in a place of its own. @throws ApiError 503 where there is none. */
  admit: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /** Answers what every visitor may read of the API. */
  read: typeof fetch
  /** Keeps the pages that announce what changes them. */
  answers: Pick<Answers, 'keep' | 'send' | 'sendOnce'>
}

const HTML = 'text/html; charset=utf-8'
const NO_LINKS = { styles: '', code: '' }

const HOME = { tables: ['films'], head: undefined }

const AUTH = {
  tables: [],
  head: {
    title: 'Sign in · Criterion Collection Tracker',
    description: 'Sign in to your collection of Criterion titles, or start one.',
  },
}

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

  const readPage = (request: FastifyRequest, address: string) =>
    admit(request, () => renderer.read(address, read))

  function draw({ state, source, draw }: ReadPage): Drawing {
    return { state, source, html: draw(), links: source ? linksToFiles(manifest, source, html) : NO_LINKS }
  }

  function made(head?: PageHead, page?: ReadPage): Made {
    return {
      status: 200,
      headers: head?.unlisted ? { ...headers, 'x-robots-tag': 'noindex' } : headers,
      body: renderPage(html, clientConfig(), head, page && draw(page)),
    }
  }

  /** Without its films, the page asks for them in the browser, and says by itself what is wrong. */
  function doWithout(request: FastifyRequest, error: unknown): undefined {
    // What could not be read has told why; what could not be drawn is a fault of ours.
    const isUnread = error instanceof ApiError || (error instanceof Error && error.cause !== undefined)
    if (!isUnread) logFailedRequest(request, error)
  }

  /** A page that is nobody's: who asks for the same gets the same, until one of its tables changes. */
  async function sendKept(
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
  ): Promise<FastifyReply> {
    const { tables, head } = address.split('?')[0] === PATHS.auth ? AUTH : HOME
    const kept = await answers
      .keep(`page ${JSON.stringify(clientConfig())} ${address}`, tables, async () =>
        made(head, await readPage(request, address)),
      )
      .catch((error: unknown) => doWithout(request, error))
    return kept ? answers.send(request, reply, kept) : sendPage(request, reply, head)
  }

  /** A person's page, which is drawn anew only where it shows something else. */
  async function sendProfile(
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
    head: PageHead,
  ): Promise<FastifyReply> {
    const page = await readPage(request, address).catch((error: unknown) => doWithout(request, error))
    if (!page) return sendPage(request, reply, head)
    const shown = createHash('sha256').update(page.state).digest('base64url')
    const key = `page ${JSON.stringify([clientConfig(), head])} ${address} ${shown}`
    const kept = await answers.keep(key, [], async () => made(head, page))
    return answers.sendOnce(request, reply, kept)
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, head?: PageHead): Promise<FastifyReply> {
    return answers.sendOnce(request, reply, made(head))
  }

  /** For a status of the reply's own, under which nobody may keep the page. */
  function sendBare(reply: FastifyReply): FastifyReply {
    const page = renderPage(html, clientConfig())
    return reply.header('cache-control', 'no-store').headers(headers).send(page)
  }

  return async (request, reply) => {
    const [path, query] = split(request.url)
    const address = renderer.addressOf(path, query)
    if (isPage(path)) return address ? sendKept(request, reply, address) : sendPage(request, reply)
    const name = usernameInPath(path)
    if (name === undefined || !address) return sendBare(reply.code(404))
    const profile = await findProfile(request, name).catch((error: unknown) => {
      if (toApiError(error, true).status !== 503) throw error
    })
    // The page says by itself that the site is offline.
    if (!profile) return sendBare(reply.code(503))
    if (profile.kind === 'page') return sendProfile(request, reply, address, profile.head)
    reply.header('cache-control', 'no-store')
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
