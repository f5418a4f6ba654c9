import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type NewsEntry, newsText } from '../../../../domain/news/news-texts.ts'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import { readerOf, signedInClient } from '../signed-in-client.ts'
import styles from './news-line.module.css'

const MAX_SHOWN = 3

/**
 * The news since the last visit about what a person owns or wishes for. Each entry is shown once.
 * @param isHidden whether they are shown later, when something else has their place.
 */
export function NewsLine({ userId, isHidden = false }: { userId: string; isHidden?: boolean }) {
  const client = useQueryClient()
  const { data: news = [] } = useQuery(newsQuery(userId))
  const [isWhole, setWhole] = useState(false)
  const latest = Math.max(0, ...news.map(({ id }) => id))

  useEffect(() => {
    if (latest === 0 || isHidden) return
    signedInClient(userId)
      .then((client) => client.rpc('mark_news_seen', { up_to: latest }))
      // The next visit shows the news again.
      .catch((error) => console.warn(error))
  }, [userId, latest, isHidden])

  if (news.length === 0 || isHidden) return null
  const shown = isWhole ? news : news.slice(0, MAX_SHOWN)
  return (
    <section className={styles.news} aria-label="News">
      <ul className={styles.list}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <FilmLink spine={entry.spine}>{newsText(entry)}</FilmLink>
          </li>
        ))}
        {shown.length < news.length && (
          <li>
            <button type="button" className={styles.more} onClick={() => setWhole(true)}>
              {news.length - shown.length} more
            </button>
          </li>
        )}
      </ul>
      <button
        type="button"
        className={styles.close}
        aria-label="Close the news"
        onClick={() => client.setQueryData(newsQuery(userId).queryKey, [])}
      >
        <X aria-hidden="true" strokeWidth={1.75} />
      </button>
    </section>
  )
}

/** The news about what a person owns or wishes for that they have not seen; read once for each visit. */
function newsQuery(userId: string) {
  return queryOptions({
    queryKey: ['news', userId] as const,
    queryFn: async ({ signal }) => {
      const client = await readerOf(userId)
      const { data, error } = await client.rpc('own_news').abortSignal(signal)
      if (error) throw new Error(`The news could not be read: ${error.message}`, { cause: error })
      return data as (NewsEntry & { id: number })[]
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
