import { queryOptions } from '@tanstack/react-query'
import type { GiftWishlist } from '../../../domain/film/gift-wishlist.ts'
import { anonymousSupabase } from '../../data/supabase.ts'

/** The wishlist behind a gift link; null if the token is none or was revoked. */
export function giftQuery(token: string) {
  return queryOptions({
    queryKey: ['gift', token],
    queryFn: async ({ signal }): Promise<GiftWishlist | null> => {
      const client = await anonymousSupabase()
      const { data, error } = await client.rpc('gift_wishlist', { token }).abortSignal(signal)
      if (error) throw new Error(`The wishlist could not be read: ${error.message}`, { cause: error })
      return data as unknown as GiftWishlist | null
    },
    // It may be revoked.
    refetchOnWindowFocus: 'always',
  })
}
