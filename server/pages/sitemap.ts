import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { filmPath, PATHS, setPath } from '../../domain/paths.ts'
import { asCaller } from '../db/as-caller.ts'
import type { Database } from '../db/database.ts'
import type { FinishedResponse } from '../response-cache/cached-response.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { escapeMarkup } from './escape-markup.ts'

/** With the home page no more than a sitemap may have (sitemaps.org). */
const MAX_FILMS = 45_000
const MAX_SETS = 4_999

/** The pages that are of no use in search engines. A `$` ends the path (RFC 9309). */
const NOT_CRAWLED = [`${PATHS.account}$`, '/admin/', `${PATHS.auth}?`]

interface SitemapOptions {
  db: Database
  siteUrl: string | undefined
  /** Does work for a request in a slot. @throws ApiError 503 if there is none. */
  runInSlot: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  responseCache: Pick<ResponseCache, 'getOrMake' | 'send' | 'sendOnce'>
}

/** Serves `/robots.txt` and the `/sitemap.xml` that it names, which lists the home page and the pages of the films and sets. */
export async function sitemapRoutes(
  site: FastifyInstance,
  { db, siteUrl, runInSlot, responseCache }: SitemapOptions,
): Promise<void> {
  const originOf = (request: FastifyRequest) => siteUrl ?? `${request.protocol}://${request.host}`

  site.get('/robots.txt', (request, reply) =>
    responseCache.sendOnce(request, reply, robotsOf(originOf(request))),
  )
  site.get('/sitemap.xml', async (request, reply): Promise<FastifyReply> => {
    const origin = originOf(request)
    const sitemap = await responseCache.getOrMake(`sitemap ${origin}`, ['films', 'sets'], async () =>
      sitemapOf(origin, await runInSlot(request, () => readPaths(db))),
    )
    // The fast path does not distinguish the names of a site.
    return responseCache[siteUrl === undefined ? 'sendOnce' : 'send'](request, reply, sitemap)
  })
}

/** The paths of the pages of films, and of the box sets that have no spine. */
async function readPaths(db: Database): Promise<string[]> {
  const rows = await asCaller(db, { role: 'anon', claims: { role: 'anon' } }, 'read', {
    text: `(select spine, null::integer as set from public.films order by spine limit $1)
      union all (select null, id from public.sets where film_id is null order by id limit $2)`,
    values: [MAX_FILMS, MAX_SETS],
  })
  return rows.map(({ spine, set }) => (spine === null ? setPath(Number(set)) : filmPath(Number(spine))))
}

function sitemapOf(origin: string, paths: readonly string[]): FinishedResponse {
  const urls = [PATHS.home, ...paths].map((path) => `<url><loc>${escapeMarkup(origin + path)}</loc></url>`)
  return {
    status: 200,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`,
  }
}

function robotsOf(origin: string): FinishedResponse {
  const rules = NOT_CRAWLED.map((path) => `Disallow: ${path}`)
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'),
  }
}
