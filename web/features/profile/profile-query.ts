import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProfileVisibility } from '../../../domain/profile-parts.ts'
import { PROFILES_KEY } from '../../data/query-keys.ts'
import { anonymousSupabase, ownSupabase } from '../../data/supabase.ts'

/**
 * The number of films in each list under the current search and filter; `catalogue*` without them. Null of a part that
 * the reader may not see.
 */
export interface ProfileCounts {
  catalogue: number
  catalogue_owned: number | null
  films: number
  owned: number | null
  unowned: number | null
  watched: number | null
  wishlist: number | null
}

export interface Profile extends ProfileCounts, ProfileVisibility {
  user_id: string
}

interface Criteria {
  words: string[]
  formats: string[]
}

/**
 * Reads a profile and its counts; null if no one has the name or the reader may not see the profile.
 * @param ownId the reader's id if the profile is their own, which they can always see.
 */
export function profileQuery(username: string, criteria: Criteria, ownId: string | undefined) {
  return queryOptions({
    queryKey: [...PROFILES_KEY, ownId ?? 'anyone', username, criteria] as const,
    queryFn: ({ signal }) => fetchProfile(username, criteria, ownId !== undefined, signal),
    // The person stays on screen while new counts load.
    placeholderData: keepPreviousData,
  })
}

async function fetchProfile(
  username: string,
  criteria: Criteria,
  isOwn: boolean,
  signal: AbortSignal,
): Promise<Profile | null> {
  const client = await (isOwn ? ownSupabase() : anonymousSupabase())
  const { data, error } = await client
    .rpc('profile_counts', { of_username: username, ...criteria })
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw new Error(`The profile could not be read: ${error.message}`, { cause: error })
  return data
}
