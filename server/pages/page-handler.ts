import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { giftTitle } from '../../domain/film/gift-wishlist.ts'
import type { LoadedPage, PageToRender, Subject } from '../../domain/page-renderer.ts'
import { documentTitle, PAGE_TITLES } from '../../domain/page-titles.ts'
import {
  comparisonPath,
  filmPath,
  homeInsteadOf,
  PATHS,
  pageName,
  profilePath,
  progressPath,
  setInPath,
  spineInPath,
  tokenInPath,
  usernameInPath,
  usernameInProgressPath,
  usernamesInPath,
} from '../../domain/paths.ts'
import { ApiError } from '../../domain/rest/api-error.ts'
import { toApiError } from '../errors.ts'
import { logFailedRequest } from '../observe/log.ts'
import type { FinishedResponse } from '../response-cache/cached-response.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { filmHead } from './film-head.ts'
import { openPageBuilder, type PageBuilder } from './page-builder.ts'
import type { PageHead } from './page-html.ts'
import { openPageLane, type PageLane } from './page-lane.ts'
import { comparisonHead, type FoundProfile, type Profile, profileHead, progressHead } from './profile-head.ts'
import { setHead } from './set-head.ts'
import { sitePicture } from './site-picture.ts'

export interface PageOptions {
  webDir: string
  /** Returns what the browser needs to reach the API. */
  clientConfig: () => object
  /** The site's address, if it is known. */
  siteUrl: string | undefined
  findProfile: (request: FastifyRequest, name: string) => Promise<FoundProfile>
  /** Does work for a request in a slot. @throws ApiError 503 if there is none. */
  runInSlot: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /** Answers anonymous requests of the API. */
  read: typeof fetch
  responseCache: Pick<ResponseCache, 'getOrMake' | 'send' | 'sendOnce'>
}

interface Context extends PageOptions {
  builder: PageBuilder
  inLane: PageLane
}

/** The page without content, which a browser stores and shows at any address without a network. */
const SHELL_PATH = '/index.html'

/** The paths of pages whose metadata follow from what they are about. */
const SUBJECT_PATHS = [spineInPath, setInPath]

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Makes the handler that serves the page at any address, with status 404 if no page has the address. */
export async function pageHandler(options: PageOptions): Promise<Handler> {
  const builder = await openPageBuilder(options.webDir, options.clientConfig)
  const context = { ...options, builder, inLane: openPageLane() }
  return (request, reply) => sendPage(context, request, reply)
}

async function sendPage(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path, query] = splitUrl(request.url)
  if (path === SHELL_PATH) {
    const shell = context.builder.build({ title: documentTitle(PAGE_TITLES.home), unlisted: true })
    return context.responseCache.sendOnce(request, reply, shell)
  }
  const page = context.builder.pageAt(path, query)
  const name = pageName(path)
  if (name) {
    const head = {
      title: documentTitle(PAGE_TITLES[name]),
      description: page?.description,
      picture: sitePicture(context.siteUrl),
    }
    return page
      ? sendSharedPage(context, request, reply, page, head)
      : sendUnrendered(context, request, reply, head, PAGE_TITLES[name])
  }
  if (page && SUBJECT_PATHS.some((subjectIn) => subjectIn(path) !== undefined)) {
    // The address of such a page has no parameters.
    if (path !== page.address) return redirectTo(reply, page.address, query)
    return sendSharedPage(context, request, reply, page, { title: documentTitle(PAGE_TITLES.home) })
  }
  if (page && tokenInPath(path) !== undefined) return sendGift(context, request, reply, page)
  const people = peopleIn(path)
  if (!people || !page) return sendMissing(context, reply)
  const found = await Promise.all(people.names.map((name) => context.findProfile(request, name))).catch(
    (error: unknown) => {
      if (toApiError(error, true).status !== 503) throw error
    },
  )
  if (!found) return sendUnavailable(context, reply)
  const usernames = found.map(({ username }) => username)
  const ownPath = people.pathOf(usernames)
  const shown = found.map(({ shown }) => shown).filter((profile) => profile !== undefined)
  const head = shown.length === found.length ? people.headOf(shown, context.siteUrl, page.shownOf) : undefined
  if (!head) return redirectToHome(request, reply, ownPath, query)
  if (people.names.some((name, index) => name !== usernames[index])) return redirectTo(reply, ownPath, query)
  return sendProfile(context, request, reply, page, head)
}

/** A page of one or two people. */
interface PeoplePage {
  names: readonly string[]
  /** The path with the usernames in their canonical form. */
  pathOf: (usernames: readonly string[]) => string
  /** Undefined if there is no such page of these profiles. */
  headOf: (
    profiles: readonly Profile[],
    siteUrl: string | undefined,
    shownOf: PageToRender['shownOf'],
  ) => PageHead | undefined
}

/** The usernames in the path of a page of people, and what differs between these pages. */
function peopleIn(path: string): PeoplePage | undefined {
  const owner = usernameInPath(path)
  if (owner !== undefined) return pageOfOne(owner, profilePath, profileHead)
  const name = usernameInProgressPath(path)
  if (name !== undefined) return pageOfOne(name, progressPath, progressHead)
  const names = usernamesInPath(path)
  return (
    names && {
      names,
      pathOf: ([one = '', other = '']) => comparisonPath(one, other),
      headOf: ([one, other], siteUrl) => one && other && comparisonHead(one, other, siteUrl),
    }
  )
}

function pageOfOne(
  name: string,
  pathOf: (username: string) => string,
  headOf: (
    profile: Profile,
    siteUrl: string | undefined,
    shownOf: PageToRender['shownOf'],
  ) => PageHead | undefined,
): PeoplePage {
  return {
    names: [name],
    pathOf: ([username = '']) => pathOf(username),
    headOf: ([profile], siteUrl, shownOf) => profile && headOf(profile, siteUrl, shownOf),
  }
}

/** There is no page at an address that could have one. */
class NoPageError extends Error {
  /** The path of the page that has the same subject, or a page that says that there is none. */
  readonly instead: string | LoadedPage

  constructor(instead: string | LoadedPage) {
    super()
    this.instead = instead
  }
}

/** @throws NoPageError. An error is not cached. */
function headOf(subject: Subject, siteUrl: string | undefined): PageHead {
  if ('gift' in subject) {
    const { username } = subject.gift
    return {
      title: documentTitle(giftTitle(username)),
      description: `What ${username} wishes for from the Criterion Collection.`,
      unlisted: true,
    }
  }
  if ('film' in subject) return filmHead(subject.film, siteUrl)
  if (subject.set.spine !== null) throw new NoPageError(filmPath(subject.set.spine))
  return setHead(subject.set, siteUrl)
}

/**
 * Sends a page that is the same for all people, from the cache until one of its tables changes.
 * @param head for a page that is not about a film or a box set, or cannot be loaded.
 */
async function sendSharedPage(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageToRender,
  head: PageHead,
): Promise<FastifyReply> {
  const { clientConfig, responseCache, builder, siteUrl } = context
  const { address, tables = [] } = page
  const key = `page ${JSON.stringify(clientConfig())} ${address}`
  const response = await responseCache
    .getOrMake(key, tables, async () => {
      const loaded = await loadPage(context, request, page)
      if (loaded.isMissing) throw new NoPageError(loaded)
      return builder.build(loaded.subject ? headOf(loaded.subject, siteUrl) : head, loaded)
    })
    .catch((error: unknown) => (error instanceof NoPageError ? error : logRenderingError(request, error)))
  if (response instanceof NoPageError) {
    const { instead } = response
    return typeof instead === 'string' ? redirectTo(reply, instead, '') : sendMissing(context, reply, instead)
  }
  if (!response) return sendUnrendered(context, request, reply, head)
  return responseCache.send(request, reply, response)
}

/** Sends a person's page, which is loaded for every request and rendered again only if its data has changed. */
async function sendProfile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageToRender,
  head: PageHead,
): Promise<FastifyReply> {
  const { clientConfig, responseCache, builder } = context
  const loaded = await loadPage(context, request, page).catch((error: unknown) =>
    logRenderingError(request, error),
  )
  if (!loaded) return sendUnrendered(context, request, reply, head)
  const stateHash = createHash('sha256').update(loaded.state).digest('base64url')
  const key = `page ${JSON.stringify([clientConfig(), head])} ${page.address} ${stateHash}`
  const response = await responseCache.getOrMake(key, [], async () => builder.build(head, loaded))
  return responseCache.sendOnce(request, reply, response)
}

/** Sends the page of a gift link. Its address is a secret, so no cache stores the page and no other site receives the address. */
async function sendGift(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageToRender,
): Promise<FastifyReply> {
  const { builder, siteUrl } = context
  const loaded = await loadPage(context, request, page).catch((error: unknown) => {
    logRenderingError(request, error)
    return 'failed' as const
  })
  if (loaded === 'failed') return sendUnavailable(context, reply.header('referrer-policy', 'no-referrer'))
  if (loaded.isMissing || !loaded.subject) return sendMissing(context, reply, loaded)
  const { headers, body } = builder.build(headOf(loaded.subject, siteUrl), loaded)
  return reply
    .headers({ ...headers, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send(body)
}

function loadPage(
  { runInSlot, builder, inLane, read }: Context,
  request: FastifyRequest,
  page: PageToRender,
): Promise<LoadedPage> {
  return runInSlot(request, () => inLane(() => builder.load(page, read)))
}

/**
 * Logs an error of rendering. An error of reading is logged where it occurs, and the browser shows it to the person.
 */
function logRenderingError(request: FastifyRequest, error: unknown): undefined {
  const isReadingError = error instanceof ApiError || (error instanceof Error && error.cause !== undefined)
  if (!isReadingError) logFailedRequest(request, error)
}

/**
 * Sends a page without its content, which the browser then loads, and a notice for people without scripts.
 * @param title of a page that only the browser draws; undefined if the page could not be loaded.
 */
function sendUnrendered(
  { responseCache, builder }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  head: PageHead,
  title?: string,
): Promise<FastifyReply> {
  return responseCache.sendOnce(request, reply, builder.build(head, builder.notice(title)))
}

/** Sends the page of an address that has none. */
async function sendMissing(
  { builder }: Context,
  reply: FastifyReply,
  page?: LoadedPage,
): Promise<FastifyReply> {
  const head = { title: documentTitle(PAGE_TITLES.notFound) }
  return sendError(reply, 404, builder.build(head, page ?? (await builder.notFound())))
}

/** Sends a page that could not be loaded. In the browser, the page reports that the site is offline. */
function sendUnavailable({ builder }: Context, reply: FastifyReply): FastifyReply {
  return sendError(reply, 503, builder.build(undefined, builder.notice()))
}

/** Sends a page with the status of an error, which no cache may store. */
function sendError(reply: FastifyReply, status: number, { headers, body }: FinishedResponse): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').headers(headers).send(body)
}

/** Redirects away from a person's page that visitors may not see. */
function redirectToHome(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  query: string,
): FastifyReply {
  // Only a browser that opens a page can use the address of the page that was requested.
  const isOpened = request.headers['sec-fetch-dest'] === 'document'
  reply.header('vary', 'sec-fetch-dest')
  return isOpened ? redirectTo(reply, homeInsteadOf(path), query) : redirectTo(reply, PATHS.home, '')
}

function redirectTo(reply: FastifyReply, path: string, query: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(query ? `${path}?${query}` : path)
}

function splitUrl(url: string): [path: string, query: string] {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  return [path, query]
}
