import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Part } from '../../../domain/profile-parts.ts'
import { PROFILES_KEY } from '../../data/query-keys.ts'
import { supabase } from '../../data/supabase.ts'

/** The values of a profile's visibility in the database, from the widest to the narrowest. */
export const VISIBILITIES = {
  public: {
    label: 'Everyone',
    text: 'Anyone can open your profile, and search engines may list it.',
    changed: 'Everyone can now see your profile.',
  },
  unlisted: {
    label: 'Everyone, but no search engine',
    text: 'Anyone who knows the address can open your profile. Search engines are asked not to list it.',
    changed: 'Search engines are now asked not to list your profile.',
  },
  private: {
    label: 'Only you',
    text: 'Only you can open your profile and read your lists. To others it looks as if the profile did not exist.',
    changed: 'Only you can now see your profile.',
  },
} as const

export type Visibility = keyof typeof VISIBILITIES

/** Who sees a person's own profile and its parts; null of a part is the same as the profile. */
export type VisibilityChoice = { visibility: Visibility } & Record<`${Part}_visibility`, Visibility | null>

/** Who sees a part, which is never shown more than its profile. */
export function visibilityOfPart(choice: VisibilityChoice, part: Part): Visibility {
  const chosen = choice[`${part}_visibility`]
  return chosen && ORDER.indexOf(chosen) > ORDER.indexOf(choice.visibility) ? chosen : choice.visibility
}

/** The choices for the parts of a profile. */
export function choicesOfPart({ visibility }: VisibilityChoice): Visibility[] {
  return ORDER.slice(ORDER.indexOf(visibility))
}

const ORDER = Object.keys(VISIBILITIES) as Visibility[]

function known(text: string): Visibility
function known(text: string | null): Visibility | null
function known(text: string | null): Visibility | null {
  if (text === null) return null
  if (!Object.hasOwn(VISIBILITIES, text)) throw new Error(`Unknown visibility "${text}".`)
  return text as Visibility
}

export const VISIBILITY_COLUMNS = 'visibility, collection_visibility, watched_visibility, wishlist_visibility'

/** Reads who sees a person's own profile. */
export function visibilityQuery(userId: string) {
  return queryOptions({
    queryKey: ['visibility', userId],
    queryFn: async ({ signal }): Promise<VisibilityChoice> => {
      const client = await supabase()
      const { data } = await client
        .from('profiles')
        .select(VISIBILITY_COLUMNS)
        .eq('id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError()
      const { visibility, collection_visibility, watched_visibility, wishlist_visibility } = data
      return {
        visibility: known(visibility),
        collection_visibility: known(collection_visibility),
        watched_visibility: known(watched_visibility),
        wishlist_visibility: known(wishlist_visibility),
      }
    },
    // Another device may have changed it.
    refetchOnWindowFocus: 'always',
  })
}

const CHANNEL = 'visibility'

/** Applies a saved visibility to this page and announces it to other tabs. */
export function applyVisibility(client: QueryClient, userId: string, choice: VisibilityChoice): void {
  client.setQueryData(visibilityQuery(userId).queryKey, choice)
  client.invalidateQueries({ queryKey: PROFILES_KEY })
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(userId)
  channel.close()
}

/** Follows the changes of visibility that the person makes in other tabs. */
export function useVisibilityFromOtherTabs(userId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }) => {
      if (data !== userId) return
      client.invalidateQueries({ queryKey: visibilityQuery(userId).queryKey })
      client.invalidateQueries({ queryKey: PROFILES_KEY })
    }
    return () => channel.close()
  }, [client, userId])
}
