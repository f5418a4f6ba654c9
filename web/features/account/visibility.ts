import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
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

function isVisibility(text: unknown): text is Visibility {
  return typeof text === 'string' && Object.hasOwn(VISIBILITIES, text)
}

/** Reads the visibility of a person's own profile. */
export function visibilityQuery(userId: string) {
  return queryOptions({
    queryKey: ['visibility', userId],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .from('profiles')
        .select('visibility')
        .eq('id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError()
      if (!isVisibility(data.visibility)) throw new Error(`Unknown visibility "${data.visibility}".`)
      return data.visibility
    },
    // Another device may have changed it.
    refetchOnWindowFocus: 'always',
  })
}

const CHANNEL = 'visibility'

/** Applies a saved visibility to this page and announces it to other tabs. */
export function applyVisibility(client: QueryClient, userId: string, visibility: Visibility): void {
  client.setQueryData(visibilityQuery(userId).queryKey, visibility)
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
