import { queryOptions } from '@tanstack/react-query'
import type { Flag, Format } from '../../../../domain/film/formats.ts'
import type { Wish } from '../details/details.ts'
import { refetchUnlessSubscribed } from '../live/subscribed.ts'
import { marksKey } from '../marks/marks-query.ts'
import { readerOf } from '../signed-in-client.ts'

/** What a shop asked for a disc, and when. */
export interface ListPrice {
  price: number
  currency: string
  /** A day, a month or a year. */
  as_of: string
  source: string
}

/** A wish with its film and its list prices. */
export interface ListedWish extends Wish, Record<Flag, boolean> {
  film_id: number
  spine: number
  title: string
  director: string | null
  year: number | null
  prices: Partial<Record<Format, ListPrice>> | null
}

/** A person's wishes, in the order of spines. */
export function wishesQuery(userId: string) {
  return queryOptions({
    queryKey: [...marksKey(userId), 'wishes'] as const,
    queryFn: async ({ signal }): Promise<ListedWish[]> => {
      const client = await readerOf(userId)
      const { data, error } = await client.rpc('own_wishes').abortSignal(signal)
      if (error) throw new Error(`Your wishlist could not be read: ${error.message}`, { cause: error })
      return data as unknown as ListedWish[]
    },
    staleTime: 60_000,
    refetchOnWindowFocus: refetchUnlessSubscribed,
  })
}
