import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SITE_PICTURE_PATH } from '../../domain/paths.ts'
import { normaliseUsername } from '../../domain/usernames.ts'
import type { Database } from '../db/database.ts'
import type { CachedResponse } from '../response-cache/cached-response.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { openResponseStore } from '../response-cache/store.ts'
import { drawingQueue } from './drawing-queue.ts'
import { readFilm, readProfile, readSite } from './facts.ts'

/** Some eighty pictures. */
const MAX_STORED_BYTES = 4_000_000

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
  const draw = drawingQueue(async () => {
    const { openPictureRenderer } = await import('./picture-renderer.ts')
    return openPictureRenderer(webDir)
  })
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
