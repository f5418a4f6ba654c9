import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PROFILES_KEY } from '../../data/query-keys.ts'
import { supabase } from '../../data/supabase.ts'

/** Who sees a profile, as the database names it, from all to one. */
export const VISIBILITIES = {
  public: {
    label: 'Everyone',
    text: 'Anyone can open your page, and search engines may list it.',
    changed: 'Everyone can see it now.',
  },
  unlisted: {
    label: 'Everyone, but no search engine',
    text: 'Anyone who knows its address can open your page. Search engines are told to leave it out.',
    changed: 'Search engines are told to leave it out from now on.',
  },
  private: {
    label: 'Only you',
    text: 'Nobody else can open your page or read your lists. To others it looks as if there were no such person.',
    changed: 'From now on only you see it.',
  },
} as const

export type Visibility = keyof typeof VISIBILITIES

function isVisibility(text: unknown): text is Visibility {
  return typeof text === 'string' && Object.hasOwn(VISIBILITIES, text)
}

/** Who sees a person's own profile. */
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
      if (!isVisibility(data.visibility)) throw new Error(`Nothing is known of "${data.visibility}".`)
      return data.visibility
    },
    // Perhaps changed on another device.
    refetchOnWindowFocus: 'always',
  })
}

const CHANNEL = 'visibility'

/** Lets all pages here and in other tabs follow what was saved. */
export function followVisibility(client: QueryClient, userId: string, visibility: Visibility): void {
  client.setQueryData(visibilityQuery(userId).queryKey, visibility)
  client.invalidateQueries({ queryKey: PROFILES_KEY })
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(userId)
  channel.close()
}

/** Follows what the person saves in other tabs. */
export function useVisibilityElsewhere(userId: string | undefined): void {
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
