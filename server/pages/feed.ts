import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type NewsEntry, newsText } from '../../domain/news/news-texts.ts'
import { FEED_PATH, filmPath, PATHS } from '../../domain/paths.ts'
import { asCaller } from '../db/as-caller.ts'
import type { Database } from '../db/database.ts'
import type { FinishedResponse } from '../response-cache/cached-response.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { escapeMarkup } from './escape-markup.ts'

const MAX_ENTRIES = 100

/** The time of a feed without entries. */
const BEGINNING = '2026-01-01T00:00:00.000Z'

interface FeedOptions {
  db: Database
  siteUrl: string | undefined
  /** Does work for a request in a slot. @throws ApiError 503 if there is none. */
  runInSlot: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  responseCache: Pick<ResponseCache, 'getOrMake' | 'send' | 'sendOnce'>
}

/** Serves `/feed.xml`: the news of the catalogue, in Atom (RFC 4287). It is made of what all may read. */
export async function feedRoutes(
  site: FastifyInstance,
  { db, siteUrl, runInSlot, responseCache }: FeedOptions,
): Promise<void> {
  site.get(FEED_PATH, async (request, reply): Promise<FastifyReply> => {
    const origin = siteUrl ?? `${request.protocol}://${request.host}`
    const feed = await responseCache.getOrMake(`feed ${origin}`, ['news', 'films'], async () =>
      feedOf(origin, await runInSlot(request, () => readNews(db))),
    )
    // The fast path does not distinguish the names of a site.
    return responseCache[siteUrl === undefined ? 'sendOnce' : 'send'](request, reply, feed)
  })
}

interface FeedEntry extends NewsEntry {
  uid: string
  happened_at: string
}

async function readNews(db: Database): Promise<FeedEntry[]> {
  const [row] = await asCaller(db, { role: 'anon', claims: { role: 'anon' } }, 'read', {
    text: `select coalesce(json_agg(entry), '[]')::text as news from (
        select uid, spine, title, kind, format, happened_at
        from public.news join public.films on films.id = news.film_id
        order by happened_at desc, news.id desc limit $1
      ) as entry`,
    values: [MAX_ENTRIES],
  })
  return JSON.parse(String(row?.news)) as FeedEntry[]
}

function feedOf(origin: string, news: readonly FeedEntry[]): FinishedResponse {
  const home = escapeMarkup(origin + PATHS.home)
  const self = escapeMarkup(origin + FEED_PATH)
  return {
    status: 200,
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${self}</id>
<title>Criterion Collection Tracker: news</title>
<updated>${timeOf(news[0]?.happened_at ?? BEGINNING)}</updated>
<author><name>Criterion Collection Tracker</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${home}"/>
${news.map((entry) => entryOf(origin, entry)).join('')}</feed>
`,
  }
}

function entryOf(origin: string, entry: FeedEntry): string {
  const link = escapeMarkup(origin + filmPath(entry.spine))
  // A title may contain two characters that XML does not permit.
  const text = escapeMarkup(newsText(entry).replace(/[\ufffe\uffff]/g, '\ufffd'))
  return `<entry>
<id>urn:uuid:${entry.uid}</id>
<title>${text}</title>
<updated>${timeOf(entry.happened_at)}</updated>
<link rel="alternate" type="text/html" href="${link}"/>
<content type="text">${text}</content>
</entry>
`
}

/** RFC 3339 in UTC. */
function timeOf(time: string): string {
  return new Date(time).toISOString()
}
