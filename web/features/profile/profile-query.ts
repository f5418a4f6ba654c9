import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { PROFILES_KEY } from '../../data/query-keys.ts'
import { anonymousSupabase, supabase } from '../../data/supabase.ts'

/** How many films each list holds under the present search and filter; `catalogue*` under none. */
export interface ProfileCounts {
  catalogue: number
  catalogue_owned: number
  films: number
  owned: number
  unowned: number
  watched: number
  wishlist: number
}

export interface Profile extends ProfileCounts {
  user_id: string
  visibility: string
}

interface Criteria {
  words: string[]
  formats: string[]
}

/**
 * Who has a name, and the figures of their page; null when nobody has it whom the reader may see.
 * @param ownId the reader's, where the name is their own: they see the page whomever else they show it to.
 */
export function profileQuery(username: string, criteria: Criteria, ownId: string | undefined) {
  return queryOptions({
    queryKey: [...PROFILES_KEY, ownId ?? 'anyone', username, criteria] as const,
    queryFn: ({ signal }) => fetchProfile(username, criteria, ownId !== undefined, signal),
    // Whose page it is stays known while the figures change.
    placeholderData: keepPreviousData,
  })
}

async function fetchProfile(
  username: string,
  criteria: Criteria,
  isOwn: boolean,
  signal: AbortSignal,
): Promise<Profile | null> {
  const client = await (isOwn ? supabase() : anonymousSupabase())
  const { data, error } = await client
    .rpc('profile_counts', { of_username: username, ...criteria })
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw new Error(`The profile could not be read: ${error.message}`, { cause: error })
  return data
}
