import { availableParallelism } from 'node:os'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { SITE_PICTURE_PATH } from '../../domain/paths.ts'
import { ApiError } from '../../domain/rest/api-error.ts'
import { normaliseUsername } from '../../domain/usernames.ts'
import type { Database } from '../db/database.ts'
import type { CachedResponse } from '../response-cache/cached-response.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { openResponseStore } from '../response-cache/store.ts'
import { readFilm, readProfile, readSite } from './facts.ts'
import type { PictureRenderer } from './picture-renderer.ts'

/** Some eighty pictures. */
const MAX_STORED_BYTES = 4_000_000

/** As with passwords: threads of the shared pool, and one core, are left for everything else. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/** So many waiting pictures take about a second. */
const MAX_WAITING = 30

const BUSY = new ApiError(
  503,
  'PGRST003',
  'Too many pictures are being made at this moment. Please try again.',
)

interface PictureOptions {
  db: Database
  webDir: string
  /** Does work for a request in a slot. @throws ApiError 503 if there is none. */
  runInSlot: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  responseCache: Pick<ResponseCache, 'sendOnce'>
}

/**
 * Serves the pictures for link previews: of the site, of a film and of a profile. Each is made of what a visitor may
 * see, and stored until that changes. In place of a profile that visitors may not see, or that does not exist, there is
 * the picture of the site.
 */
export async function pictureRoutes(
  site: FastifyInstance,
  { db, webDir, runInSlot, responseCache }: PictureOptions,
): Promise<void> {
  const store = openResponseStore(db, MAX_STORED_BYTES)
  const draw = drawingQueue(webDir)
  site.addHook('onClose', () => store.close())
  await store.ready

  async function sitePicture(request: FastifyRequest): Promise<CachedResponse> {
    return store.getOrMake('site', ['films'], async () =>
      pngResponse(await draw(await runInSlot(request, () => readSite(db)))),
    )
  }

  async function filmPicture(request: FastifyRequest, spine: number): Promise<CachedResponse> {
    return store.getOrMake(`film ${spine}`, ['films'], async () => {
      const film = await runInSlot(request, () => readFilm(db, spine))
      if (!film) throw new NoPictureError()
      return pngResponse(await draw(film))
    })
  }

  /** Tracking notifies nothing, so what the picture shows is read for each request. */
  async function profilePicture(request: FastifyRequest, username: string): Promise<CachedResponse> {
    const found = await runInSlot(request, () => readProfile(db, username))
    if (!found) return sitePicture(request)
    return store.getOrMake(`profile ${JSON.stringify(found)}`, [], async () =>
      pngResponse(await draw(found.pictured), found.isListed),
    )
  }

  site.get(SITE_PICTURE_PATH, async (request, reply) =>
    responseCache.sendOnce(request, reply, await sitePicture(request)),
  )
  site.get<{ Params: { spine: string } }>(
    '/spine/:spine(^[1-9]\\d{0,8}).png',
    async (request, reply): Promise<FastifyReply> => {
      const picture = await filmPicture(request, Number(request.params.spine)).catch((error: unknown) => {
        if (!(error instanceof NoPictureError)) throw error
      })
      if (picture) return responseCache.sendOnce(request, reply, picture)
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('Not found')
    },
  )
  site.get<{ Params: { username: string } }>(
    '/:username(^[A-Za-z0-9_-]{3,30}).png',
    async (request, reply): Promise<FastifyReply> => {
      const username = normaliseUsername(request.params.username)
      return responseCache.sendOnce(request, reply, await profilePicture(request, username))
    },
  )
}

/** No film has the spine. An error is not stored. */
class NoPictureError extends Error {}

function pngResponse(body: Buffer, isListed = true) {
  return {
    status: 200,
    headers: {
      'content-type': 'image/png',
      // Other sites show it.
      'cross-origin-resource-policy': 'cross-origin',
      ...(!isListed && { 'x-robots-tag': 'noindex' }),
    },
    body,
  }
}

/** Returns a function that makes a PNG, a few at once. The first call loads the library. */
function drawingQueue(webDir: string): PictureRenderer {
  const queue = pLimit(AT_ONCE)
  let renderer: Promise<PictureRenderer> | undefined

  async function load(): Promise<PictureRenderer> {
    try {
      const { openPictureRenderer } = await import('./picture-renderer.ts')
      return await openPictureRenderer(webDir)
    } catch (error) {
      renderer = undefined
      throw error
    }
  }

  return async (pictured) => {
    if (queue.pendingCount >= MAX_WAITING) throw BUSY
    return queue(async () => {
      renderer ??= load()
      return (await renderer)(pictured)
    })
  }
}
