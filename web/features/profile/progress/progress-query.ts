import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { PROFILES_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase, ownSupabase } from '../../../data/supabase.ts'
import type { ProgressRow } from './progress.ts'

/**
 * Reads all numbers of a person's progress; null if no one has the name or the reader may not see the profile.
 * @param ownId the reader's id if the progress is their own, which they can always see.
 */
export function progressQuery(username: string, ownId: string | undefined) {
  return queryOptions({
    queryKey: [...PROFILES_KEY, ownId ?? 'anyone', username, 'progress'] as const,
    queryFn: async ({ signal }): Promise<ProgressRow | null> => {
      const client = await (ownId === undefined ? anonymousSupabase() : ownSupabase())
      const { data, error } = await client
        .rpc('profile_progress', { of_username: username })
        .abortSignal(signal)
        .maybeSingle()
        // The generated types do not know which columns may be null.
        .overrideTypes<ProgressRow, { merge: false }>()
      if (error) throw new Error(`The progress could not be read: ${error.message}`, { cause: error })
      return data
    },
    // The wall stays on screen while the owner's own answer loads.
    placeholderData: keepPreviousData,
  })
}
